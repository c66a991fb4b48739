import { createContext, useContext } from 'react';

/** What pressing a sensor's card does: its graph, or its maintenance test. */
export interface SensorAction {
  /** Said on hover and to screen readers. */
  readonly label: (name: string) => string;
  readonly act: (path: string) => void;
  /** A word on the card of a sensor that something is being done with. */
  readonly mark?: (path: string) => string | null;
  /** Where a sensor is too small to be pressed: its whole node is. */
  readonly actNode?: (node: { readonly name: string; readonly paths: readonly string[] }) => void;
  readonly nodeLabel?: (name: string) => string;
}

export const SensorActionContext = createContext<SensorAction | null>(null);
export const useSensorAction = (): SensorAction | null => useContext(SensorActionContext);
