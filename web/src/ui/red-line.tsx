import type { ReactNode } from 'react';
import css from './red-line.module.css';

type Props = {
  readonly icon: ReactNode;
  readonly title: string;
  /** Where to see it. */
  readonly link: ReactNode;
  readonly children: ReactNode;
};

/** A red line above the page: something that somebody must do now. */
export const RedLine = ({ icon, title, link, children }: Props) => (
  <section className={css.banner} aria-live="polite" aria-label={title}>
    {icon}
    <p>
      <b>{title}</b>
      <span>{children}</span>
    </p>
    {link}
  </section>
);
