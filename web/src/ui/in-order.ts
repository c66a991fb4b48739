import { Children, type ReactNode } from 'react';

/** Renders items that are identified by their places: cells of a fixed table, steps of a plan, segments of a text. */
export const inOrder = <T>(items: readonly T[], render: (item: T, index: number) => ReactNode): ReactNode[] =>
  Children.toArray(items.map(render));
