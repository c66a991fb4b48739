import type { Due } from '../incidents.ts';
import type { MessageState } from '../messages.ts';
import { counted, defineTexts, isOrAre } from './define-texts.ts';

const due: Readonly<Record<Due['kind'], string>> = {
  test: 'Proof test',
  round: 'Daily round',
  task: 'Task',
  handover: 'Handover',
};
const states: Readonly<Record<MessageState, string>> = {
  pending: 'to be notified',
  sending: 'being notified',
  sent: 'notified',
  delivered: 'notified',
  opened: 'opened',
  acknowledged: 'acknowledged',
  failed: 'not reached',
  cancelled: 'not notified',
};

/** Incidents in the banner, on the first page, in the log and on the wall. */
export const texts = defineTexts('incidents', {
  reading: 'Reading what is active',
  asOf: (time: string): string => `as of ${time}`,
  incidents: (count: number): string => counted(count, { one: 'incident', other: 'incidents' }),
  at: (what: string, site: string): string => `${what} at ${site}`,
  more: (count: number): string => `and ${count} more`,
  /** Of the worst event in the banner; `lost` is the communication with a node. */
  since: {
    alarm: (time: string): string => `alarm since ${time}`,
    warning: (time: string): string => `warning since ${time}`,
    lost: (time: string): string => `communication lost since ${time}`,
    offline: (time: string): string => `offline since ${time}`,
  },
  clearedOpen: (count: number): string => `${count} cleared, not acknowledged`,
  nextIn: (who: string, span: string): string => `${who} in ${span}`,
  nextNow: (who: string): string => `${who} now`,
  isNext: (who: string): string => `${who} ${isOrAre(who)} next`,
  in: (span: string): string => `in ${span}`,
  notify: (who: string): string => `Notify ${who} now`,
  notified: (who: string): string => `${who} is being notified.`,
  whatToDo: 'What to do',
  began: (value: string): string => `began at ${value}`,
  open: 'Open',
  show: 'Show',
  acknowledge: 'Acknowledge',
  knows: 'Who knows',
  nobodyKnows: 'Nobody was notified',
  emailOnly: 'by e-mail only, not opened',
  onlyEarlier: 'only what began before',
  toldByRules: 'E-mail rules or webhooks sent messages; no policy asks anybody to acknowledge',
  states,
  respondWithin: (minutes: number): string => `Respond within ${minutes} min`,
  left: (span: string): string => `${span} left`,
  over: (span: string): string => `${span} over`,
  now: {
    title: 'Now',
    live: (span: string): string => `live, ${span} since the first event`,
    quiet: 'All quiet',
    quietSince: (time: string): string => `All quiet since ${time}`,
    devices: (online: number, total: number): string => `${online} of ${total} devices report`,
    last: 'Last',
    day: 'The last 24 hours',
    failed: 'What is active could not be read.',
    curve: (sensor: string): string => `${sensor} in the last hour`,
  },
  due: {
    title: 'Due today',
    kinds: due,
    none: 'Nothing is due today',
    over: (days: number): string => `${counted(days, { one: 'day', other: 'days' })} over`,
    today: 'today',
  },
  silent: { title: 'Silent', none: 'Every device reports', never: 'never reported' },
  needs: {
    title: 'Needs somebody',
    none: 'Everything protects',
    count: (count: number): string => `${count} not protecting`,
  },
  log: {
    byIncident: 'By incident',
    oneByOne: 'One by one',
    filter: 'Filter',
    remove: (filter: string): string => `Remove filter ${filter}`,
    select: (what: string): string => `Select the incident ${what}`,
    events: (count: number): string => counted(count, { one: 'event', other: 'events' }),
    within: (events: string, span: string): string => `${events} within ${span}`,
    fold: 'Fold the incident',
    unfold: 'Unfold the incident',
    counted: (from: number, to: number, count: number): string => `${from} to ${to} of ${count} incidents`,
    heldBack: 'Messages are held back',
  },
});
