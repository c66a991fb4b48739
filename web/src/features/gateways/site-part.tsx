import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Grid } from '../../ui/layout.tsx';
import css from './gateway-section.module.css';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** Whether the page's address leads to this part. */
export const useIsMeant = (id: string): boolean => useLocation({ select: ({ hash }) => hash === id });

/** A part of a site's page, below its title. The address leads to it by its id. */
export const SitePart = ({ id, title, children }: Props) => {
  const isMeant = useIsMeant(id);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isMeant) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [isMeant]);
  return (
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
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </Grid>
  );
};
