import {
  defaultShiftStarts,
  type Handover,
  type HandoverPoint,
  type HandoverSpan,
  type ShiftRecord,
} from '@tocsin/contract/handover';
import { isStop } from '@tocsin/contract/incident-story';
import type { Notification } from '@tocsin/contract/live';
import { priorityLevel } from '@tocsin/contract/priority';
import { texts } from '@tocsin/contract/texts/handover';
import { presentOffline } from '../../access/offline.ts';
import type { Db } from '../../platform/db.ts';
import type { Shift } from './shifts.ts';
import * as store from './store.ts';

export type NotificationsById = (db: Db, ids: readonly number[]) => Promise<Notification[]>;
/** What a page takes from other features. */
export interface HandoverSources {
  readonly notificationsById: NotificationsById;
  readonly monthAt: (db: Db, siteId: number, at: number) => Promise<Handover['protected_month']>;
}

const iso = (ms: number): string => new Date(ms).toISOString();

export const startsOf = (site: store.SiteHead): readonly string[] => site.starts ?? defaultShiftStarts;

/** When shifts begin at a site, on its clock, as `06:00`, ascending; the usual times of a site that has none. */
export const shiftStartsOf = async (db: Db, siteId: number): Promise<readonly string[]> =>
  (await store.siteHead(db, siteId))?.starts ?? defaultShiftStarts;

export const presentTakeover = (row: store.TakeoverRow): Handover['takeovers'][number] => ({
  id: row.id,
  at: row.at.toISOString(),
  by: row.user_name,
  comment: row.comment,
  points: row.points,
});

const heldBack = (one: Notification): HandoverPoint['held_back'] => {
  if (one.is_shelved) return 'shelved';
  return one.is_out_of_service ? 'out_of_service' : null;
};

function eventPoint({ id, is_active, who }: store.OpenEvent, one: Notification, isNow: boolean): HandoverPoint {
  return {
    key: `event:${id}`,
    kind: is_active ? 'active' : 'unacknowledged',
    device: one.device,
    device_id: one.device_id,
    what: one.sensor_name ?? texts.wholeDevice,
    why: one.content === '' ? one.event_type_label : one.content,
    who,
    since: one.notification_time,
    until: null,
    priority: one.priority,
    held_back: isNow && is_active ? heldBack(one) : null,
    notification: one,
  };
}

/** The worst alarm of a shift, which is over and acknowledged or needs no acknowledgement. */
const overPoint = (one: Notification, at: number): HandoverPoint => {
  const { acknowledged } = one;
  const who = acknowledged !== null && Date.parse(acknowledged.at) < at ? acknowledged.by : null;
  return { ...eventPoint({ id: one.id, is_active: false, who }, one, false), kind: 'happened' };
};

const quiet = { until: null, priority: null, held_back: null, notification: null } as const;

const shelfPoint = (row: store.OpenShelf): HandoverPoint => ({
  ...quiet,
  key: `shelf:${row.id}`,
  kind: 'shelved',
  device: row.device,
  device_id: row.device_id,
  what: row.whole ? texts.wholeDevice : row.title,
  why: row.reason,
  who: row.user_name,
  since: iso(row.started_at),
  until: iso(row.until),
});

const foundPoint = (row: store.FoundNotWell): HandoverPoint => ({
  ...quiet,
  key: `task:${row.id}`,
  kind: 'not_well',
  device: row.device,
  device_id: row.device_id,
  what: row.what,
  why: '',
  who: row.by,
  since: row.at.toISOString(),
});

const neverPoint = (row: store.NeverReported): HandoverPoint => ({
  ...quiet,
  key: `never:${row.id}`,
  kind: 'never_reported',
  device: row.title,
  device_id: row.id,
  what: '',
  why: '',
  who: null,
  since: row.created_at.toISOString(),
});

const outPoint = (row: store.OutOfService): HandoverPoint => ({
  ...quiet,
  key: `out:${row.id}`,
  kind: 'out_of_service',
  device: row.device,
  device_id: row.device_id,
  what: row.sensor ?? (row.device_id === null ? texts.wholeSite : texts.wholeDevice),
  why: row.reason === '' ? texts.noReason : row.reason,
  who: row.user_name === '' ? null : row.user_name,
  since: row.since.toISOString(),
  until: row.review_at.toISOString(),
});

/** What began in a shift, newest first. */
export const begunIn = async (db: Db, place: store.Place, shift: Shift, byId: NotificationsById) =>
  await byId(db, await store.begunIn(db, place, shift));

/** The worst alarm of events: a stop first, then by priority, the newest of equal ones; undefined: no alarm. */
const worstOf = (begun: readonly Notification[]): Notification | undefined => {
  const stops = (one: Notification): number => Number(isStop({ kind: 'alarm', state: one.content }));
  return begun
    .filter((one) => one.event_type === 'alarm_on')
    .toSorted((a, b) => stops(b) - stops(a) || priorityLevel(a.priority) - priorityLevel(b.priority))[0];
};

interface Moment {
  /** The beginning of the shift. */
  readonly from: number;
  readonly at: number;
  readonly isNow: boolean;
  /** What began in the shift until then. */
  readonly begun: readonly Notification[];
}

/**
 * What the next shift needs at a moment: active alarms, the worst alarm of the shift although it is over, what else is
 * active (what is held back last), not acknowledged, found not well by its rounds, never reported, shelved, out of
 * service. What is out of service is left out unless the moment is now.
 */
export async function pointsAt(
  db: Db,
  place: store.Place,
  { from, at, isNow, begun }: Moment,
  byId: NotificationsById,
): Promise<HandoverPoint[]> {
  // What began in this very millisecond is open too; the end of a past shift is half-open.
  const open = await store.openAt(db, place, isNow ? at + 1 : at);
  const ids = open.map(({ id }) => id);
  const known = new Map((await byId(db, ids)).map((one) => [one.id, one]));
  const events = open.flatMap((row) => {
    const one = known.get(row.id);
    return one ? [eventPoint(row, one, isNow)] : [];
  });
  const worst = worstOf(begun);
  const lead = worst && (events.find((point) => point.notification?.id === worst.id) ?? overPoint(worst, at));
  const isLoud = (point: HandoverPoint): boolean => point.kind === 'active' && point.held_back === null;
  const isAlarm = (point: HandoverPoint): boolean => isLoud(point) && point.notification?.event_type === 'alarm_on';
  const rank = (point: HandoverPoint): number => {
    if (isAlarm(point)) return 0;
    if (point === lead && point.held_back === null) return 1;
    return isLoud(point) ? 2 : point.kind === 'active' ? 3 : 4;
  };
  const found = await store.foundNotWell(db, place, { from, to: isNow ? at + 1 : at });
  const silent = await store.neverReported(db, place, at);
  const shelves = await store.shelvedAt(db, place, at);
  const out = isNow ? await store.outOfServiceNow(db, place) : [];
  return [
    ...(lead && !events.includes(lead) ? [lead] : []),
    ...events,
    ...found.map(foundPoint),
    ...silent.map(neverPoint),
    ...shelves.map(shelfPoint),
    ...out.map(outPoint),
  ].sort((a, b) => rank(a) - rank(b));
}

const withTimes = ({ device_at, device_offset_ms, received_at, ...row }: store.WrittenRow) => ({
  ...row,
  offline: presentOffline(device_at, device_offset_ms, received_at),
});

async function recordsIn(db: Db, place: store.Place, span: Shift): Promise<ShiftRecord[]> {
  const tests = (await store.testsIn(db, place, span)).map(({ passed, ...row }) => ({
    ...row,
    comment: [passed ? texts.passed : texts.failedTest, row.comment].filter(Boolean).join('. '),
  }));
  const rounds = (await store.roundsIn(db, place, span)).map((row) => ({ ...withTimes(row), what: texts.roundDone }));
  const rows = [
    ...(await store.acknowledgedIn(db, place, span)),
    ...(await store.shelvesIn(db, place, span)),
    ...tests,
    ...rounds,
    ...(await store.notesIn(db, place, span)).map(withTimes),
    ...(await store.changesIn(db, place, span)),
  ];
  return rows.sort((a, b) => b.at - a.at).map((row) => ({ ...row, at: iso(row.at) }));
}

/** A page without what depends on its reader. */
export type ShownHandover = Omit<Handover, 'may_take_over' | 'may_edit_shifts' | 'mails'>;

/** A shift, day or week as of `now`, without the permissions of its reader. */
export async function lookAt(
  db: Db,
  site: store.SiteHead,
  look: { readonly span: HandoverSpan; readonly shift: Shift; readonly now: number; readonly seesSuspended: boolean },
  { notificationsById: byId, monthAt }: HandoverSources,
): Promise<ShownHandover> {
  const { span, shift, now } = look;
  const place = { siteId: site.id, seesSuspended: look.seesSuspended };
  const isCurrent = now < shift.to;
  const asOf = isCurrent ? now : shift.to;
  const takeovers = await store.takeoversIn(db, site.id, shift);
  const begun = await begunIn(db, place, shift, byId);
  const worst = worstOf(begun);
  const since = worst && { from: Date.parse(worst.date_created), to: asOf };
  const check = since && (await store.lastCheck(db, place, worst.device_id, since));
  const checked = check ? { ...check, at: iso(check.at) } : null;
  const points = await pointsAt(db, place, { from: shift.from, at: asOf, isNow: isCurrent, begun }, byId);
  return {
    site: { id: site.id, title: site.title, timezone: site.timezone },
    starts: [...startsOf(site)],
    span,
    from: iso(shift.from),
    to: iso(shift.to),
    as_of: iso(asOf),
    is_current: isCurrent,
    previous: iso(shift.previous),
    next: isCurrent ? null : iso(shift.to),
    counts: await store.countsIn(db, place, shift),
    counts_before: await store.countsIn(db, place, { from: shift.previous, to: shift.from }),
    points: points.map((point) => (worst && point.notification?.id === worst.id ? { ...point, checked } : point)),
    events: begun,
    records: await recordsIn(db, place, shift),
    takeovers: takeovers.map(presentTakeover),
    protected_month: await monthAt(db, site.id, asOf - 1),
    held_by: takeovers.at(-1)?.user_name ?? (await store.holderBefore(db, site.id, shift.from)),
  };
}
