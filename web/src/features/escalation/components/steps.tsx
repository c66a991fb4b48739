import type { ReactNode } from 'react';
import { Grid, Text } from '../../../ui/layout.tsx';

/** The steps of a policy in one row, on a phone below each other. */
export const Steps = ({ label, children }: { readonly label?: string; readonly children: ReactNode }) => (
  <Grid
    as="ol"
    columns="repeat(auto-fit, minmax(min(100%, 190px), 1fr))"
    gap={16}
    margin="12px 0 8px"
    padding={0}
    listStyle="none"
    {...(label === undefined ? {} : { 'aria-label': label })}
  >
    {children}
  </Grid>
);

export const Step = ({ at, children }: { readonly at: string; readonly children: ReactNode }) => (
  <Text as="li" minWidth={0} borderTop="2px solid var(--line2)" paddingTop={6} overflowWrap="anywhere">
    <Text as="div" weight={600} fontVariantNumeric="tabular-nums">
      {at}
    </Text>
    {children}
  </Text>
);
