import type { Scenario } from './scenario.ts';

/** A person's act in the portal, or an event of the server, at a time of the scenario. */
export type LifeAct = { readonly atS: number } & (
  | {
      readonly does: 'shelve';
      readonly device: string;
      readonly sensor: string;
      readonly minutes: number;
      readonly reason: string;
    }
  /** Acknowledges everything that is not acknowledged. */
  | { readonly does: 'acknowledge'; readonly comment: string }
  | {
      readonly does: 'take out of service';
      readonly device: string;
      readonly sensor: string;
      /** The review date, in seconds from the scenario's start. */
      readonly reviewS: number;
      readonly reason: string;
    }
  | { readonly does: 'return to service'; readonly device: string; readonly sensor: string }
  | { readonly does: 'restart' }
);

/** What a person who sees everything finds. */
export interface LifeFound {
  /** Rows of the log. */
  readonly log: number;
  /** Rows of the tab Active, which is the number at the bell, too. */
  readonly active: number;
  /** Rows of the tab Unacknowledged, active or cleared. */
  readonly unacknowledged: number;
  /** Cleared ones among them: the second number at the bell. */
  readonly cleared: number;
  /** Active and shelved. */
  readonly shelved: number;
  /** Incidents with a first-out. */
  readonly incidents: number;
  /** E-mails of rules that mail each type at once, and of reminders. */
  readonly mails: number;
}

export interface LifeLook {
  /** null: at the end of the scenario. */
  readonly atS: number | null;
  readonly what: string;
  readonly found: LifeFound;
}

export interface LifeScenario {
  readonly scenario: Scenario;
  /** Seconds after midnight UTC at which it begins; absent: noon. */
  readonly startS?: number;
  readonly acts: readonly LifeAct[];
  /** Devices that are neighbours in a published schema, by key. */
  readonly connected?: readonly [string, string];
  readonly looks: readonly LifeLook[];
}

/** What is found when nothing has happened; a look names what differs. */
export const nothing: LifeFound = {
  log: 0,
  active: 0,
  unacknowledged: 0,
  cleared: 0,
  shelved: 0,
  incidents: 0,
  mails: 0,
};
