import { createContext, useContext } from 'react';

/** What pressing a sensor's card does: its graph, or its maintenance test. */
export interface SensorAction {
  /** Said on hover and to screen readers. */
  readonly label: (name: string) => string;
  readonly act: (path: string) => void;
}

export const SensorActionContext = createContext<SensorAction | null>(null);
export const useSensorAction = (): SensorAction | null => useContext(SensorActionContext);
