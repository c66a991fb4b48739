import type { ReactNode } from 'react';
import css from './page-header.module.css';
import { usePageTitle } from './tab-sign.ts';

interface Props {
  readonly title: ReactNode;
  /** The page's name in the browser's tab; needed if the title is not plain text. */
  readonly tab?: string;
  readonly about?: ReactNode;
  /** Above the title: a link back. */
  readonly back?: ReactNode;
  readonly children?: ReactNode;
}

/** Title left, actions right; the same height on every page. */
export const PageHeader = ({ title, tab, about, back, children }: Props) => {
  usePageTitle(tab ?? (typeof title === 'string' ? title : ''));
  return (
    <header className={css.header}>
      <div className={css.words}>
        {back && <div className={css.back}>{back}</div>}
        <h1>{title}</h1>
        {about && <p className={css.about}>{about}</p>}
      </div>
      {children && <div className={css.actions}>{children}</div>}
    </header>
  );
};
