import type { ReactNode } from 'react';
import { Grid } from '../../ui/layout.tsx';
import css from './settings.module.css';

/** The panels of a page of settings, side by side where they fit. */
export const Panels = ({ children }: { readonly children: ReactNode }) => (
  <Grid
    columns="repeat(auto-fit, minmax(min(440px, 100%), 1fr))"
    align="start"
    gap={20}
    padding="0 var(--page-pad) 32px"
    className={css.panels}
  >
    {children}
  </Grid>
);
