import type { ReactNode } from 'react';
import { Row, Stack } from '../../../ui/layout.tsx';
import css from '../health.module.css';

interface Props {
  readonly id: string;
  readonly title: string;
  /** Beside the title. */
  readonly tag?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A card of the health page. */
export const HealthCard = ({ id, title, tag, className = '', children }: Props) => (
  <Stack
    as="section"
    surface
    minWidth={0}
    marginBottom="var(--grid-gap)"
    className={`${css.card} ${className}`}
    aria-labelledby={id}
  >
    <header>
      <h2 id={id}>{title}</h2>
      {tag}
    </header>
    {children}
  </Stack>
);

/** A term and what is known of it, in the list of a card. */
export const FigureRow = ({ children }: { readonly children: ReactNode }) => (
  <Row
    align="baseline"
    justify="space-between"
    gap={16}
    padding="6px 0"
    borderTop="1px solid var(--line)"
    className={css.figure}
  >
    {children}
  </Row>
);
