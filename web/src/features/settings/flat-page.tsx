import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NotFound } from '../../ui/page-states.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { readPageQuery } from './queries.ts';
import css from './settings.module.css';

/** One of the operator's static pages, for signed-in people. */
export const FlatPageReader = () => {
  const { slug } = useParams({ from: '/frame/flatpages/$slug' });
  const { data, error, refetch } = useQuery(readPageQuery(slug));
  if (error) return <Failed text={error.message} again={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data === null) return <NotFound />;
  return (
    <>
      <PageHeader title={data.title} />
      <Text
        as="article"
        surface
        maxWidth={760}
        margin="0 var(--page-pad) 32px"
        className={`${css.reader} ${css.page}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized against an allow-list when saved.
        dangerouslySetInnerHTML={{ __html: data.content }}
      />
    </>
  );
};
