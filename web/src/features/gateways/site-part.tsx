import type { ReactNode } from 'react';
import { Grid } from '../../ui/layout.tsx';
import css from './gateway-section.module.css';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a site's page, below its title. */
export const SitePart = ({ id, title, children }: Props) => (
  <Grid
    as="section"
    columns="minmax(0, 1fr)"
    gap={12}
    justifyItems="start"
    maxWidth={860}
    padding="0 var(--page-pad) 32px"
    className={css.gateway}
    aria-labelledby={id}
  >
    <h2 id={id}>{title}</h2>
    {children}
  </Grid>
);
