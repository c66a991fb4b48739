import type { ReactNode } from 'react';
import { Stack } from './layout.tsx';
import { usePhone } from './use-media.ts';

/** The actions of a page, within reach of a thumb and above a phone's bottom bar, however long the page is. */
export const Foot = ({ children, margin }: { readonly children: ReactNode; readonly margin?: string }) => (
  <Stack
    id="foot"
    position="sticky"
    bottom={usePhone() ? 64 : 0}
    gap={8}
    {...(margin === undefined ? {} : { margin })}
    padding="12px 16px"
    borderTop="1px solid var(--line)"
    background="var(--canvas)"
    textAlign="center"
    zIndex={1}
  >
    {children}
  </Stack>
);
