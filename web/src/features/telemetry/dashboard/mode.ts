import type { ReactNode } from 'react';
import type { Device } from '../../../domain/plant.ts';
import type { TabItem } from './components/toolbar.tsx';
import type { SensorAction } from './sensor-action.ts';

/** What differs between live dashboard, snapshot and maintenance mode, which show the same sections. */
export interface Mode {
  readonly current: 'live' | 'historical' | 'maintenance';
  readonly tabs: readonly TabItem[];
  readonly sign: ReactNode;
  readonly notices: ReactNode;
  /** Content of the toolbar's right side. */
  readonly tools: ReactNode;
}

/** What maintenance mode adds; the maintenance feature provides it, app/ passes it on. */
export type UseMaintenance = (device: Device) => {
  readonly action: SensorAction;
  readonly notices: ReactNode;
  readonly tools: ReactNode;
};
