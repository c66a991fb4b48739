import { createStore } from '../ui/store.ts';
import { useStore } from '../ui/use-store.ts';

/** What a person wants to shelve: a sensor, a node, one rule or, without any of them, a whole device. */
export interface ShelveTarget {
  readonly device: number;
  /** `groupId.sensorId`. */
  readonly sensor: string | null;
  readonly node: string | null;
  readonly rule: number | null;
  /** Its name in the dialog. */
  readonly title: string;
  /** An alarm of the device is why the dialog was opened. */
  readonly isAlarm: boolean;
}

/** A request to shelve: any page sends it, the shell's dialog handles it. */
const asking = createStore<ShelveTarget | null>(null);
/** Opens the dialog; null closes it. */
export const askShelve = asking.set;
/** The target of the open dialog; null if closed. */
export const useAskedShelve = (): ShelveTarget | null => useStore(asking);
