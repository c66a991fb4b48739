import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { Row } from './layout.tsx';

type Props = { readonly icon: IconName; readonly children: ReactNode } & Omit<
  ComponentProps<typeof Row<'section'>>,
  'as'
>;

/** A line above every page that says something about all of it. */
export const TopLine = ({ icon, children, ...rest }: Props) => (
  <Row
    as="section"
    wrap
    gap="4px 12px"
    minHeight={36}
    padding="4px var(--page-pad)"
    background="var(--surface)"
    borderBottom="1px solid var(--line2)"
    role="status"
    {...rest}
  >
    <Icon name={icon} size={16} />
    {children}
  </Row>
);
