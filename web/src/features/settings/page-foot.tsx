import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { layoutQuery } from '../../domain/layout.ts';
import { useSelection } from '../../domain/selection.ts';
import { Row } from '../../ui/layout.tsx';

/** Links of the static pages, at the bottom of every page; nothing if there are none. */
export const PageFoot = () => {
  useSelection();
  const pages = useQuery(layoutQuery()).data?.flatPages ?? [];
  if (pages.length === 0) return null;
  return (
    <Row
      as="footer"
      wrap
      gap="4px 20px"
      padding="16px var(--page-pad)"
      borderTop="1px solid var(--line)"
      tone="faint"
      align="stretch"
    >
      {pages.map((page) => (
        <Link key={page.id} to="/flatpages/$slug" params={{ slug: page.slug }}>
          {page.title}
        </Link>
      ))}
    </Row>
  );
};
