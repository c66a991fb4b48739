import type { DeviceId, SiteId } from '@tocsin/contract/ids';
import type { Priority } from '@tocsin/contract/priority';
import type { ShelfReason, shelfEnds } from '@tocsin/contract/shelves';

/** What a shelf holds back. All null: the whole device. Only groupId: a node. ruleId: one rule of the sensor. */
export interface ShelfTarget {
  readonly groupId: string | null;
  readonly sensorId: string | null;
  readonly ruleId: number | null;
}

/** What decides whether an event is held back. */
export interface ShelfCover extends ShelfTarget {
  /** Alarms of the device too, not only warnings. */
  readonly coversAlarms: boolean;
  /** Events of a higher priority are not held back. */
  readonly priority: Priority;
}

/** An active shelf in the evaluation state; times are unix ms by the server's clock. */
export interface ActiveShelf extends ShelfCover {
  readonly id: number;
  /** Where the device stood: a shelf ends when the device moves. */
  readonly siteId: SiteId;
  until: number;
  /** Who shelved it; missing in states that were stored without it. */
  readonly userName?: string;
}

/** A stored shelf's time and cover, for events that late frames reveal. */
export interface ShelfSpan extends ShelfCover {
  readonly from: number;
  readonly to: number;
}

/** A new shelf as the table stores it. */
export interface NewShelf extends ActiveShelf {
  readonly title: string;
  readonly reasonCode: ShelfReason;
  readonly reason: string;
  readonly startedAt: number;
  /** The start of the first of the shelves that followed each other. */
  readonly firstFrom: number;
  readonly userId: number | null;
  readonly userName: string;
}

/** A change of the table of shelves, stored with the evaluation state that causes it. */
export type ShelfChange = { readonly deviceId: DeviceId } & (
  | { readonly kind: 'start'; readonly shelf: NewShelf }
  | { readonly kind: 'extend'; readonly id: number; readonly until: number }
  | {
      readonly kind: 'end';
      readonly id: number;
      readonly endedAt: number;
      /** Who ended it before its time. */
      readonly by: string | null;
      readonly reason: (typeof shelfEnds)[number];
    }
);

/** A person's command on the shelves of a device. */
export type ShelveCommand =
  | {
      readonly kind: 'start';
      readonly target: ShelfTarget;
      readonly coversAlarms: boolean;
      readonly reasonCode: ShelfReason;
      readonly reason: string;
      readonly until: number;
      /** The first start of the shelves that this one continues; null: it continues none. */
      readonly firstFrom: number | null;
      readonly userId: number | null;
      readonly userName: string;
    }
  | { readonly kind: 'extend'; readonly id: number; readonly until: number; readonly userName: string }
  | { readonly kind: 'end'; readonly id: number; readonly userName: string };

/** Answer to a command, after its commit. `exists`: the same thing is shelved already. */
export type ShelveAnswer =
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'exists'; readonly id: number }
  | { readonly kind: 'ended' }
  | { readonly kind: 'refused'; readonly field: string; readonly text: string };
