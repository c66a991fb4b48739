import { Children, type ReactNode } from 'react';

/** Renders items that are identified by their position, such as segments of a text, with the index as key. */
export const inOrder = <T>(items: readonly T[], render: (item: T, index: number) => ReactNode): ReactNode[] =>
  Children.toArray(items.map(render));
