import type { DeviceId, SiteId } from '@tocsin/contract/ids';
import {
  standingLimitMs,
  unannouncedLimitMs,
  type WalkCause,
  type WalkEnd,
  walkLimitMs,
  type walkSensorStates,
} from '@tocsin/contract/walk-tests';

/** A sensor of a walk test; times are unix ms by the server's clock. */
export interface WalkedSensor {
  /** `groupId.sensorId`. */
  readonly path: string;
  readonly name: string;
  readonly group: string;
  state: (typeof walkSensorStates)[number];
  cause: WalkCause | null;
  /** Why a person skipped it. */
  reason: string;
  /** Its events are tests. */
  isArmed: boolean;
  armedAt: number;
  /** When it was first armed in this walk, and when it was disarmed last; null: it never was, it is armed. */
  since: number | null;
  disarmedAt: number | null;
  /** Since when it has been in alarm or warning as a test, and whether that was announced; null: it is not. */
  heldSince: number | null;
  isHeldAnnounced: boolean;
  /** Its test alarm is open. */
  isOn: boolean;
  /** The press before its newest trip; null: not announced. */
  announcedAt: number | null;
  /** How often the walker said to be there, and when last; absent: never. */
  presses?: number;
  pressedAt?: number | null;
  trippedAt: number | null;
  clearedAt: number | null;
  /** The sensor that answered for it in this walk; it stays when both have passed under their own names. */
  swappedWith: string | null;
}

/** A walk test of a device, part of its evaluation state until it is signed or the next one begins. */
export interface WalkState {
  /** The id of the event of its beginning. */
  readonly id: number;
  /** Where the device stood: a walk ends when the device moves. */
  readonly siteId: SiteId;
  readonly serialNumber: string;
  readonly idleMs: number;
  startedAt: number;
  userId: number;
  userName: string;
  /** The newest trip or press: the idle time counts from here. */
  activeAt: number;
  announced: { readonly path: string; readonly at: number } | null;
  /** The sensor that tripped or passed last. */
  last: string | null;
  /** Null while it runs. */
  endedAt: number | null;
  endReason: WalkEnd | null;
  signedAt: number | null;
  signedBy: string | null;
  comment: string;
  /** By path, in walking order. */
  readonly sensors: Map<string, WalkedSensor>;
}

/** A walk as it is stored, in JSON. */
export type SavedWalk = Omit<WalkState, 'sensors'> & { readonly sensors: readonly WalkedSensor[] };

/** A row of the table of walk tests, stored with the evaluation state that causes it. */
export interface WalkRow {
  readonly deviceId: DeviceId;
  readonly walk: SavedWalk;
}

/** A copy that later changes of the walk leave alone. */
export const saveWalk = (walk: WalkState): SavedWalk => ({
  ...walk,
  sensors: [...walk.sensors.values()].map((sensor) => ({ ...sensor })),
});
export const loadWalk = (saved: SavedWalk): WalkState => ({
  ...saved,
  sensors: new Map(saved.sensors.map((sensor) => [sensor.path, sensor])),
});

/** When an armed sensor notifies because it stays in alarm; Infinity: it is not in alarm. */
export function notifiesAt({ heldSince, isHeldAnnounced, isOn, announcedAt }: WalkedSensor): number {
  if (heldSince === null) return Number.POSITIVE_INFINITY;
  const isKnown = isHeldAnnounced || (isOn && announcedAt !== null);
  return heldSince + (isKnown ? standingLimitMs : unannouncedLimitMs);
}

/** When a walk ends by itself. */
export const walkEndsAt = ({ activeAt, idleMs, startedAt }: Pick<WalkState, 'activeAt' | 'idleMs' | 'startedAt'>) =>
  Math.min(activeAt + idleMs, startedAt + walkLimitMs);

interface Walker {
  readonly userId: number;
  readonly userName: string;
}
/** A person's command on the walk test of a device. */
export type WalkCommand = Walker &
  (
    | { readonly kind: 'start'; readonly paths: readonly string[]; readonly idleMs: number }
    | { readonly kind: 'arm'; readonly id: number; readonly paths: readonly string[] }
    | { readonly kind: 'press'; readonly id: number; readonly path: string }
    | { readonly kind: 'skip'; readonly id: number; readonly path: string; readonly reason: string }
    | { readonly kind: 'take-over'; readonly id: number }
    /** The walker signed out. */
    | { readonly kind: 'leave'; readonly id: number }
    | {
        readonly kind: 'sign';
        readonly id: number;
        readonly confirmed: readonly string[];
        readonly comment: string;
      }
  );

/** Answer to a command, after its commit. */
export type WalkAnswer =
  | { readonly kind: 'done'; readonly id: number }
  /** Another walk runs, or somebody else walks. */
  | { readonly kind: 'conflict'; readonly text: string }
  /** The walk has ended, or is not there. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'refused'; readonly field: string; readonly text: string };
