import type { ReactNode } from 'react';
import { Row } from './layout.tsx';
import css from './red-line.module.css';

type Props = {
  readonly icon: ReactNode;
  readonly title: string;
  /** A link to the details. */
  readonly link: ReactNode;
  readonly children: ReactNode;
};

/** A red line above the page, for something that requires action now. */
export const RedLine = ({ icon, title, link, children }: Props) => (
  <Row
    as="section"
    gap={12}
    minHeight={40}
    padding="4px var(--page-pad)"
    borderTop="1px solid var(--onalarm)"
    background="var(--alarm)"
    className={css.banner}
    aria-live="polite"
    aria-label={title}
  >
    {icon}
    <p>
      <b>{title}</b>
      <span>{children}</span>
    </p>
    {link}
  </Row>
);
