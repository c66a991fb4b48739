import type { ReactNode } from 'react';
import { Stack } from '../../../ui/layout.tsx';
import { usePhone } from '../../../ui/use-media.ts';

/** The actions of a step, within reach of a thumb and above the bottom bar. */
export const Foot = ({ children }: { readonly children: ReactNode }) => (
  <Stack
    position="sticky"
    bottom={usePhone() ? 64 : 0}
    gap={8}
    padding="12px 16px"
    background="linear-gradient(transparent, var(--canvas) 12px)"
    textAlign="center"
    zIndex={1}
  >
    {children}
  </Stack>
);
