import type { DeviceType } from '@tocsin/contract/device-type';
import type { GroupDef, SensorDef } from '@tocsin/contract/layout';
import type { LiveDevice } from '@tocsin/contract/live';
import type { LedgerRow } from '@tocsin/contract/maintenance';
import type { DesignKind, Evidence, ProtectionKind } from '@tocsin/contract/protection';

export interface SiteRow {
  readonly id: number;
  readonly client_id: number;
  readonly company: string;
  readonly title: string;
  readonly timezone: string;
  readonly is_suspended: boolean;
  readonly proof_interval_days: number;
}
export interface DeviceRow {
  readonly id: number;
  readonly site_id: number;
  readonly title: string;
  readonly shown_type: DeviceType;
  readonly is_suspended: boolean;
  readonly created_at: number;
  /** Of the present layout; empty before the first birth. */
  readonly groups: readonly GroupDef[];
  readonly sensors: readonly SensorDef[];
  /** Names given by people, by path. */
  readonly labels: Readonly<Record<string, string>>;
  /** Types of Sensor Settings in force, by path. */
  readonly types: Readonly<Record<string, string>>;
  /** Sensors with a warning rule. */
  readonly rule_paths: readonly string[];
}
/** An entry before it is presented; times in unix ms. `deviceId` null: the whole site. */
export interface Entry {
  readonly kind: ProtectionKind;
  readonly siteId: number;
  readonly deviceId: number | null;
  /** `groupId.sensorId`, or a node's `groupId`. */
  readonly path: string | null;
  readonly name: string | null;
  readonly sensors: number;
  readonly since: number | null;
  readonly sinceIsExact: boolean;
  readonly why: Why;
  readonly who: string | null;
  readonly until: number | null;
  readonly suspicion: SuspicionFact | null;
  readonly shelfId: number | null;
}
/** The reason as a fact, worded when it is presented. */
export type Why =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'design'; readonly by: string; readonly reason: string }
  | { readonly kind: 'evidence'; readonly evidence: Evidence }
  | { readonly kind: 'never'; readonly since: number }
  | { readonly kind: 'overdue'; readonly at: number; readonly days: number }
  | {
      readonly kind:
        | 'offline'
        | 'neverSent'
        | 'refused'
        | 'lost'
        | 'notScanned'
        | 'disabled'
        | 'inTest'
        | 'inWalk'
        | 'unevaluated'
        | 'suspended'
        | 'noRules';
    };

export interface SuspicionFact {
  readonly id: number;
  readonly deviceId: number;
  readonly path: string;
  readonly type: string;
  readonly unit: string;
  readonly since: number;
  readonly foundAt: number;
  readonly seenAt: number;
  readonly evidence: Evidence;
}
/** An active event of a device: offline, or a lost node. */
export interface OutageFact {
  readonly deviceId: number;
  readonly groupId: string | null;
  readonly name: string | null;
  readonly at: number;
}
/** `path` null: the whole device; of a site both are null. */
export interface Place {
  readonly siteId: number;
  readonly deviceId: number | null;
  readonly path: string | null;
}
/** Someone took it out: a suspension, or a sensor out of service. */
export interface OutOfServiceFact extends Place {
  readonly since: number | null;
  readonly by: string | null;
  readonly reason: string;
  readonly reviewAt: number | null;
}
export interface ShelfFact extends Place {
  readonly id: number;
  readonly title: string;
  readonly since: number;
  readonly by: string;
  readonly reason: string;
  readonly until: number;
}
export interface TestFact {
  readonly deviceId: number;
  readonly path: string;
  readonly name: string;
  readonly at: number;
  readonly by: string;
}
/** A rule that lacks a value. */
export interface UnevaluatedFact {
  readonly deviceId: number;
  readonly path: string;
  readonly since: number;
}
/** Who was assigned to look after something, and when. */
export interface OwnerFact {
  readonly deviceId: number;
  readonly path: string | null;
  readonly kind: ProtectionKind;
  readonly name: string;
  readonly at: number;
}
/** A person confirmed that a sensor is so by design; `shape` is its type and unit at that time. */
export interface DesignFact {
  readonly deviceId: number;
  readonly path: string;
  readonly kind: DesignKind;
  readonly shape: string;
  readonly by: string;
  readonly reason: string;
  readonly at: number;
}
/** When a sensor was first seen disabled or not scanned. */
export interface SeenFact {
  readonly deviceId: number;
  readonly path: string;
  readonly kind: 'disabled' | 'not_scanned';
  readonly since: number;
  readonly isExact: boolean;
}

/** Everything that the entries of some sites are derived from. */
export interface Facts {
  readonly now: number;
  readonly sites: readonly SiteRow[];
  readonly devices: readonly DeviceRow[];
  /** Live documents by device; missing: it never reported. */
  readonly live: ReadonlyMap<number, LiveDevice>;
  readonly ledger: readonly LedgerRow[];
  readonly suspicions: readonly SuspicionFact[];
  readonly outages: readonly OutageFact[];
  readonly outOfService: readonly OutOfServiceFact[];
  readonly shelves: readonly ShelfFact[];
  readonly tests: readonly TestFact[];
  readonly unevaluated: readonly UnevaluatedFact[];
  readonly seen: readonly SeenFact[];
  readonly owners: readonly OwnerFact[];
  readonly designs: readonly DesignFact[];
}
