// The table of the faults of several processes, and when a row is as expected.
import { execFileSync } from 'node:child_process';
import type { BellCount } from './_bell.ts';
import type { WindowCounts } from './_count.ts';
import type { MailCount } from './_rule-mails.ts';

/** What is expected of a fault. */
export interface ExpectedFault {
  readonly name: string;
  /** Longest time that a dashboard may show nothing new. */
  readonly silenceMs: number;
  /** Who sends mails dies, or can't mark them: some may come again. */
  readonly mailsTwice?: boolean;
}
/** What was counted between the beginning and the end of a fault. */
export type FaultCounts = WindowCounts & BellCount & Partial<MailCount>;
export interface FaultRow {
  readonly fault: ExpectedFault;
  readonly counts: FaultCounts;
  readonly silence: number;
  readonly notes: readonly string[];
  readonly isKept: boolean;
}

/**
 * In any case: no acknowledged frame lost or doubled, every event created, published and mailed once, and shown in
 * time.
 */
export const isAsExpected = (fault: ExpectedFault, got: FaultCounts & { readonly silence: number }): boolean =>
  got.acknowledged > 0 &&
  got.acknowledged === got.stored &&
  got.doubled + got.acceptedTwice === 0 &&
  got.expected > 0 &&
  got.expected === got.right &&
  got.events.length === got.expected &&
  got.notifiedTwice + got.untold === 0 &&
  (got.mailMissing ?? 0) === 0 &&
  (fault.mailsTwice === true || (got.mailTwice ?? 0) === 0) &&
  got.silence <= fault.silenceMs;

const columns: readonly (readonly [head: string, of: (counts: FaultCounts) => string | number])[] = [
  ['frames acknowledged', ({ acknowledged }) => acknowledged],
  ['found', ({ stored }) => stored],
  ['doubled', ({ doubled }) => doubled],
  ['accepted twice', ({ acceptedTwice }) => acceptedTwice],
  ['events expected', ({ expected }) => expected],
  ['found', ({ right, events }) => (events.length === right ? right : `${right} of ${events.length}`)],
  ['published twice', ({ notifiedTwice }) => notifiedTwice],
  ['unknown to a page', ({ untold }) => untold],
  ['without a mail', ({ mailMissing }) => mailMissing ?? '-'],
  ['mailed twice', ({ mailTwice }) => mailTwice ?? '-'],
];

/** One row per fault; `what` describes the setup. */
export function printTable(table: readonly FaultRow[], what: string): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const when = new Date().toISOString().slice(0, 16);
  console.log(`\n${when} commit ${commit}, ${what}\n`);
  const heads = ['fault', ...columns.map(([head]) => head), 'longest silence on a dashboard', 'expected below', ''];
  console.log(`| ${heads.join(' | ')} |`);
  console.log(`|${'---|'.repeat(heads.length)}`);
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  for (const { fault, counts, silence, notes, isKept } of table) {
    const cells = [fault.name, ...columns.map(([, of]) => of(counts)), seconds(silence), seconds(fault.silenceMs)];
    console.log(`| ${[...cells, `${isKept ? 'kept' : 'BROKEN'} ${notes.join(', ')}`.trim()].join(' | ')} |`);
  }
}
