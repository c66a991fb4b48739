import type { ReactNode } from 'react';
import { Row, Text } from './layout.tsx';
import css from './page-header.module.css';
import { usePageTitle } from './tab-sign.ts';

interface Props {
  readonly title: ReactNode;
  /** Title of the browser tab; required if `title` is not plain text. */
  readonly tab?: string;
  readonly about?: ReactNode;
  /** A link above the title. */
  readonly back?: ReactNode;
  /** A row below title and actions that keeps its height while its controls are loading. */
  readonly toolbar?: ReactNode;
  readonly children?: ReactNode;
}

/** The header of a page: title at the left, actions at the right, with the same height on all pages. */
export const PageHeader = ({ title, tab, about, back, toolbar, children }: Props) => {
  usePageTitle(tab ?? (typeof title === 'string' ? title : ''));
  return (
    <Row
      as="header"
      align="flex-end"
      justify="space-between"
      wrap
      gap="12px 20px"
      padding="20px var(--page-pad) 16px"
      className={css.header}
    >
      <Row align="baseline" wrap gap="4px 16px" minWidth={0} className={css.words}>
        {back && (
          <Text as="div" flexBasis="100%" size={12} line={16} className={css.back}>
            {back}
          </Text>
        )}
        <Text as="h1" overflowWrap="anywhere">
          {title}
        </Text>
        {about && <p className={css.about}>{about}</p>}
      </Row>
      {children && <div className={css.actions}>{children}</div>}
      {toolbar && (
        <Text as="div" flexBasis="100%" minHeight={32} className={css.toolbar}>
          {toolbar}
        </Text>
      )}
    </Row>
  );
};
