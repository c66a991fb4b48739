import type { ReactNode } from 'react';
import { Stack, Text } from './layout.tsx';

interface Props {
  readonly title: ReactNode;
  /** Whether it is open at first. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** What is shown when its title is pressed. */
export const Fold = ({ title, isOpen = false, children }: Props) => (
  <details open={isOpen}>
    <Text as="summary" weight={550} tone="quiet" line={32} cursor="pointer">
      {title}
    </Text>
    <Stack gap={12} paddingTop={4}>
      {children}
    </Stack>
  </details>
);
