import { createContext, useContext } from 'react';

/** The action of a sensor's card: open its graph, or start its maintenance test. */
export interface SensorAction {
  /** Tooltip and label for screen readers. */
  readonly label: (name: string) => string;
  readonly act: (path: string) => void;
  /** Label on the card of a sensor with a running action; null: none. */
  readonly mark?: (path: string) => string | null;
  /** Sentence that says since when a sensor has been suspected dead; null: it is not. */
  readonly suspicion?: (path: string) => string | null;
  /** Shelves a sensor; absent except on the live dashboard. */
  readonly shelve?: (path: string, name: string, isAlarm: boolean) => void;
  /** Acts on a whole node, whose sensors are too small to press. */
  readonly actNode?: (node: { readonly name: string; readonly paths: readonly string[] }) => void;
  readonly nodeLabel?: (name: string) => string;
}

export const SensorActionContext = createContext<SensorAction | null>(null);
export const useSensorAction = (): SensorAction | null => useContext(SensorActionContext);
