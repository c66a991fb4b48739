import type { ReactNode } from 'react';
import { Stack } from '../../ui/layout.tsx';
import css from './contact-methods.module.css';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of the page, below its title. */
export const Part = ({ id, title, children }: Props) => (
  <Stack
    as="section"
    gap={12}
    padding={20}
    border="1px solid var(--line)"
    borderRadius={12}
    background="var(--surface)"
    className={css.part}
    aria-labelledby={id}
  >
    <h2 id={id}>{title}</h2>
    {children}
  </Stack>
);
