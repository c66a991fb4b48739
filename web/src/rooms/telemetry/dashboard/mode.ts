import type { ReactNode } from 'react';
import type { TabItem } from './parts/toolbar.tsx';

/** What differs between the live dashboard, a snapshot and maintenance: the boards are the same. */
export interface Mode {
  readonly current: 'live' | 'historical' | 'maintenance';
  readonly tabs: readonly TabItem[];
  readonly sign: ReactNode;
  readonly notices: ReactNode;
  /** Right in the toolbar. */
  readonly tools: ReactNode;
}
