import type { ReactNode } from 'react';
import type { Device } from '../../../wire/plant.ts';
import type { TabItem } from './parts/toolbar.tsx';
import type { SensorAction } from './sensor-action.ts';

/** What differs between the live dashboard, a snapshot and maintenance: the boards are the same. */
export interface Mode {
  readonly current: 'live' | 'historical' | 'maintenance';
  readonly tabs: readonly TabItem[];
  readonly sign: ReactNode;
  readonly notices: ReactNode;
  /** Right in the toolbar. */
  readonly tools: ReactNode;
}

/** What maintenance mode brings along; the room that tests sensors gives it, the page's frame hands it over. */
export type UseMaintenance = (device: Device) => {
  readonly action: SensorAction;
  readonly notices: ReactNode;
  readonly tools: ReactNode;
};
