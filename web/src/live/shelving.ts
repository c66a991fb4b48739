import { createStore } from '../ui/store.ts';
import { useStore } from '../ui/use-store.ts';

/** What to shelve: a sensor, a node, one rule or, without any of them, a whole device. */
export interface ShelveTarget {
  readonly device: number;
  /** `groupId.sensorId`. */
  readonly sensor: string | null;
  readonly node: string | null;
  readonly rule: number | null;
  /** Its name in the dialog. */
  readonly title: string;
  /** True if the dialog was opened for an alarm. */
  readonly isAlarm: boolean;
}

/** The target that a page wants to shelve, for the shell's dialog. */
const asking = createStore<ShelveTarget | null>(null);
/** Opens the shelving dialog; null closes it. */
export const askShelve = asking.set;
/** The target of the open dialog; null if closed. */
export const useAskedShelve = (): ShelveTarget | null => useStore(asking);
