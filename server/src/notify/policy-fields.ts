import type { EscalatedType, StepTarget } from '@tocsin/contract/escalation';

/** A target with its name of the time when it was chosen. */
export interface StoredTarget extends StepTarget {
  readonly name: string;
}

interface StoredStep {
  readonly after_minutes: number;
  readonly everybody: boolean;
  readonly targets: readonly StoredTarget[];
}

/** What a policy is about and whom it notifies, as it is stored. */
export interface PolicyFields {
  readonly title: string;
  readonly event_types: readonly EscalatedType[];
  /** 1 critical to 4 low. */
  readonly least_priority: number;
  readonly device_ids: readonly number[] | null;
  readonly steps: readonly StoredStep[];
  readonly repeats: number;
  readonly repeat_after_minutes: number;
  readonly goes_on_after_clearing: boolean;
}
