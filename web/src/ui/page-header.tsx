import type { ReactNode } from 'react';
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
    <header className={css.header}>
      <div className={css.words}>
        {back && <div className={css.back}>{back}</div>}
        <h1>{title}</h1>
        {about && <p className={css.about}>{about}</p>}
      </div>
      {children && <div className={css.actions}>{children}</div>}
      {toolbar && <div className={css.toolbar}>{toolbar}</div>}
    </header>
  );
};
