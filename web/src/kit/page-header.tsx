import type { ReactNode } from 'react';
import css from './page-header.module.css';

interface Props {
  readonly title: ReactNode;
  readonly about?: ReactNode;
  /** Above the title: where one came from. */
  readonly back?: ReactNode;
  readonly children?: ReactNode;
}

/** Title left, actions right; the same height on every page. */
export const PageHeader = ({ title, about, back, children }: Props) => (
  <header className={css.header}>
    <div className={css.words}>
      {back && <div className={css.back}>{back}</div>}
      <h1>{title}</h1>
      {about && <p className={css.about}>{about}</p>}
    </div>
    {children && <div className={css.actions}>{children}</div>}
  </header>
);
