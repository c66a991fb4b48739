// The table of what several processes went through, and when a line of it is as it was expected.
import { execFileSync } from 'node:child_process';

/** Whatever happens: nothing acknowledged lost, nothing twice, every event made, told and mailed once, and soon seen. */
export const isAsExpected = (fault, got) =>
  got.acknowledged > 0 &&
  got.acknowledged === got.found &&
  got.doubled + got.acceptedTwice === 0 &&
  got.expected > 0 &&
  got.expected === got.right &&
  got.events.length === got.expected &&
  got.toldTwice + got.untold === 0 &&
  (got.mailMissing ?? 0) === 0 &&
  (fault.mailsTwice === true || (got.mailTwice ?? 0) === 0) &&
  got.silence <= fault.silenceMs;

const columns = [
  ['frames acknowledged', ({ acknowledged }) => acknowledged],
  ['found', ({ found }) => found],
  ['doubled', ({ doubled }) => doubled],
  ['accepted twice', ({ acceptedTwice }) => acceptedTwice],
  ['events expected', ({ expected }) => expected],
  ['found', ({ right, events }) => (events.length === right ? right : `${right} of ${events.length}`)],
  ['told twice', ({ toldTwice }) => toldTwice],
  ['unknown to a page', ({ untold }) => untold],
  ['without a mail', ({ mailMissing }) => mailMissing ?? '-'],
  ['mailed twice', ({ mailTwice }) => mailTwice ?? '-'],
];

/** One line a fault; `what` says on what it was. */
export function printTable(table, what) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const when = new Date().toISOString().slice(0, 16);
  console.log(`\n${when} commit ${commit}, ${what}\n`);
  const heads = ['fault', ...columns.map(([head]) => head), 'longest silence on a dashboard', 'expected below', ''];
  console.log(`| ${heads.join(' | ')} |`);
  console.log(`|${'---|'.repeat(heads.length)}`);
  const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
  for (const { fault, counts, silence, notes, isKept } of table) {
    const cells = [fault.name, ...columns.map(([, of]) => of(counts)), seconds(silence), seconds(fault.silenceMs)];
    console.log(`| ${[...cells, `${isKept ? 'kept' : 'BROKEN'} ${notes.join(', ')}`.trim()].join(' | ')} |`);
  }
}
