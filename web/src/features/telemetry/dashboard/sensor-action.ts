import { createContext, useContext } from 'react';

/** The action of a sensor's card: open its graph, or start its maintenance test. */
export interface SensorAction {
  /** Tooltip and label for screen readers. */
  readonly label: (name: string) => string;
  readonly act: (path: string) => void;
  /** A label on the card of a sensor with a running action. */
  readonly mark?: (path: string) => string | null;
  /** Since when a sensor is suspected dead, as a sentence; null: it is not. */
  readonly suspicion?: (path: string) => string | null;
  /** Shelves a sensor: on the live dashboard only. */
  readonly shelve?: (path: string, name: string, isAlarm: boolean) => void;
  /** The action on a whole node, where its sensors are too small to press. */
  readonly actNode?: (node: { readonly name: string; readonly paths: readonly string[] }) => void;
  readonly nodeLabel?: (name: string) => string;
}

export const SensorActionContext = createContext<SensorAction | null>(null);
export const useSensorAction = (): SensorAction | null => useContext(SensorActionContext);
