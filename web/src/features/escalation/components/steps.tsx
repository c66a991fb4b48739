import type { ReactNode } from 'react';
import { Grid, Text } from '../../../ui/layout.tsx';

interface StepsProps {
  readonly label?: string;
  /** Least width of a step in px. */
  readonly least?: number;
  readonly children: ReactNode;
}

/** The steps of a policy in one row, on a phone below each other. */
export const Steps = ({ label, least = 190, children }: StepsProps) => (
  <Grid
    as="ol"
    columns={`repeat(auto-fit, minmax(min(100%, ${least}px), 1fr))`}
    gap={16}
    margin="12px 0 8px"
    {...(label === undefined ? {} : { 'aria-label': label })}
  >
    {children}
  </Grid>
);

interface StepProps {
  readonly at: string;
  /** It has not begun. */
  readonly isNext?: boolean;
  readonly children: ReactNode;
}

export const Step = ({ at, isNext = false, children }: StepProps) => (
  <Text
    as="li"
    minWidth={0}
    borderTop={isNext ? '2px dashed var(--text2)' : '2px solid var(--line2)'}
    paddingTop={6}
    overflowWrap="anywhere"
  >
    <Text as="div" weight={600} fontVariantNumeric="tabular-nums">
      {at}
    </Text>
    {children}
  </Text>
);
