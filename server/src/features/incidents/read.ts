import { shippedTypes } from '@tocsin/contract/device-type';
import type { Receipt } from '@tocsin/contract/escalation';
import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { incidentStory } from '@tocsin/contract/incident-story';
import {
  type Incident,
  type IncidentList,
  type Informed,
  incidentEventsAtMost,
  type NextInformed,
} from '@tocsin/contract/incidents';
import type { Notification } from '@tocsin/contract/live';
import { messageStates } from '@tocsin/contract/messages';
import { backfillMs } from '@tocsin/contract/notifications';
import { permissionsOf } from '../../access/permissions.ts';
import { isOemOrSuper, type Principal } from '../../access/principal.ts';
import { languageOfCaller } from '../../access/reader-language.ts';
import type { Db, DbAndClock } from '../../platform/db.ts';
import { type FactSources, factsOf, pathOf, standingOf } from './facts.ts';
import { nextOf } from './rules.ts';
import { linkedDevices } from './store.ts';
import * as store from './store-read.ts';
import type { createValues } from './values.ts';

/** What escalation knows of an event. */
export interface EventKnowledge {
  readonly event: number;
  readonly receipts: readonly Receipt[];
  readonly next: NextInformed | null;
}

export interface ReadDependencies extends DbAndClock {
  readonly values: ReturnType<typeof createValues>;
  readonly notificationsById: (db: Db, ids: readonly number[]) => Promise<readonly Notification[]>;
  /** How to respond to events of sensors, by event; null: nobody said. */
  readonly adviceOf: (
    events: readonly {
      readonly id: number;
      readonly deviceId: number;
      readonly path: string;
      readonly ruleId: number | null;
    }[],
  ) => Promise<ReadonlyMap<number, string | null>>;
  readonly toldOtherwise: (eventIds: readonly number[], clientIds: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly knowledgeOf: (eventIds: readonly number[], who: Principal) => Promise<readonly EventKnowledge[]>;
}

/** Open events of each kind that are read; a plant with more has other worries. */
const openAtMost = 1_000;
/** Members of each incident of a list. */
const listedOfEach = 20;
/** Open events of linked devices that a story may name. */
const othersAtMost = 4;

export const sightOf = (who: Principal, scope: store.Sight['scope'], siteId?: number): store.Sight => ({
  scope,
  seesSuspended: isOemOrSuper(who),
  siteId,
});

const openNow = ({ db, clock }: ReadDependencies, sight: store.Sight) =>
  store.openEvents(db, sight, openAtMost, clock.now() - backfillMs);

interface Group {
  readonly id: number;
  readonly rows: readonly store.OpenRow[];
}

/** Active and not shelved, then cleared, then shelved only. */
const rankOf = ({ rows }: Group): number => {
  const active = rows.filter((row) => row.is_active);
  if (active.some((row) => !row.is_shelved)) return 0;
  return active.length > 0 ? 2 : 1;
};
/** What stands of a group: what has cleared says nothing of how urgent the rest is. */
const urgentRows = ({ rows }: Group): readonly store.OpenRow[] => {
  const loud = rows.filter((row) => row.is_active && !row.is_shelved);
  return loud.length > 0 ? loud : rows;
};
const urgencyOf = (rows: readonly store.OpenRow[]): number => Math.min(...rows.map((row) => row.priority ?? 5));
const isAlarm = (rows: readonly store.OpenRow[]): number => Number(rows.some((row) => row.type === 'alarm_on'));
const newestOf = (rows: readonly store.OpenRow[]): number => Math.max(...rows.map((row) => row.at));

function inOrder(a: Group, b: Group): number {
  const [own, other] = [urgentRows(a), urgentRows(b)];
  return (
    rankOf(a) - rankOf(b) ||
    urgencyOf(own) - urgencyOf(other) ||
    isAlarm(other) - isAlarm(own) ||
    newestOf(other) - newestOf(own) ||
    b.id - a.id
  );
}

/** Open incidents of a sight, a page of them with their stories. */
export async function openIncidents(
  dependencies: ReadDependencies,
  who: Principal,
  sight: store.Sight,
  page: { readonly limit: number; readonly offset: number; readonly isActive?: boolean | undefined },
): Promise<IncidentList> {
  const now = dependencies.clock.now();
  const open = await openNow(dependencies, sight);
  const groups = [...Map.groupBy(open, (row) => row.incident_id)].map(([id, rows]) => ({ id, rows }));
  const wanted = groups
    .filter((group) => page.isActive === undefined || group.rows.some((row) => row.is_active) === page.isActive)
    .sort(inOrder);
  const ids = wanted.slice(page.offset, page.offset + page.limit).map(({ id }) => id);
  const loud = open.filter((row) => row.is_active && !row.is_shelved);
  return {
    as_of: new Date(now).toISOString(),
    count: wanted.length,
    results: await readIncidents(dependencies, who, sight, { ids, open, most: listedOfEach }),
    totals: {
      alarms: loud.filter(({ type }) => type === 'alarm_on').length,
      warnings: loud.filter(({ type }) => type === 'warning_on').length,
      shelved: open.filter((row) => row.is_active && row.is_shelved).length,
      cleared: open.filter((row) => !row.is_active).length,
      sites: new Set(loud.map((row) => row.site_id)).size,
    },
  };
}

/** One incident with all its events; undefined: the reader sees none of them. */
export async function oneIncident(
  dependencies: ReadDependencies,
  who: Principal,
  sight: store.Sight,
  id: number,
): Promise<Incident | undefined> {
  const number = await store.incidentOf(dependencies.db, id);
  const open = await openNow(dependencies, sight);
  const [incident] = await readIncidents(dependencies, who, sight, { ids: [number], open, most: incidentEventsAtMost });
  return incident;
}

/** Incidents in the order of their ids, with a fixed number of queries for all of them. */
export async function readIncidents(
  dependencies: ReadDependencies,
  who: Principal,
  sight: store.Sight,
  wanted: { readonly ids: readonly number[]; readonly open: readonly store.OpenRow[]; readonly most: number },
): Promise<Incident[]> {
  const { db, clock, values, notificationsById } = dependencies;
  const { ids, open, most } = wanted;
  if (ids.length === 0) return [];
  const members = await store.membersOf(db, sight, ids, most);
  const byIncident = Map.groupBy(members, (member) => member.incident_id);
  const memberIds = new Set(members.map(({ id }) => id));
  const sites = [...new Set(open.map((row) => row.site_id))];
  const links = await linkedDevices(db, sites);
  const isLinked = (a: number, b: number): boolean =>
    a === b || links.some((link) => (link.a === a && link.b === b) || (link.a === b && link.b === a));
  const devicesOf = (own: readonly store.MemberRow[]) => [...new Set(own.map((member) => member.device_id))];
  const othersOf = new Map(
    [...byIncident].map(([id, own]): [number, readonly number[]] => {
      const devices = devicesOf(own);
      const isMember = (event: number): boolean => own.some((member) => member.id === event);
      const others = open.filter(
        (row) => row.is_active && !isMember(row.id) && devices.some((device) => isLinked(device, row.device_id)),
      );
      return [
        id,
        others
          .toSorted((a, b) => b.at - a.at)
          .slice(0, othersAtMost)
          .map((row) => row.id),
      ];
    }),
  );
  const beginnings = [...byIncident.values()].flatMap(
    (own) => (own.find(({ is_first }) => is_first) ?? own[0])?.id ?? [],
  );
  const past = await store.earlierAlarms(db, beginnings);
  const eventIds = [...new Set([...memberIds, ...[...othersOf.values()].flat(), ...past.map(({ id }) => id)])];
  const deviceIds = [...new Set(members.map((member) => member.device_id))];
  const [rows, shelves, live, knowledge, language] = await Promise.all([
    notificationsById(db, eventIds),
    store.shelvesOf(db, deviceIds),
    values.ofNow(deviceIds),
    dependencies.knowledgeOf([...memberIds], who),
    languageOfCaller(db, who),
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const rules = new Map(members.map((member) => [member.id, member.rule_id]));
  const rowsOf = (own: readonly store.MemberRow[]) => own.flatMap((member) => rowOf.get(member.id) ?? []);
  const standings = new Map(
    [...byIncident].map(([id, own]) => {
      const first = own.find(({ is_first }) => is_first)?.id ?? null;
      return [id, standingOf(rowsOf(own), first, rules, { live, shelves })];
    }),
  );
  const followedDevices = [...standings.values()].flatMap(({ followed }) => followed?.device_id ?? []);
  const asked = [...byIncident.values()].flatMap((own) =>
    own.flatMap(({ id, device_id, rule_id }) => {
      const row = rowOf.get(id);
      const path = row ? pathOf(row) : null;
      return path === null ? [] : [{ id, deviceId: device_id, path, ruleId: rule_id }];
    }),
  );
  const clientIds = [...new Set(rows.map((row) => row.client_id))];
  const [before, recent, advice, told] = await Promise.all([
    values.ofBefore([...new Set(followedDevices)]),
    values.ofRecent([...new Set(followedDevices)]),
    dependencies.adviceOf(asked),
    dependencies.toldOtherwise([...memberIds], clientIds),
  ]);
  const now = clock.now();
  return ids.flatMap((id) => {
    const own = byIncident.get(id) ?? [];
    const events = rowsOf(own);
    const known = knowledge.filter(({ event }) => events.some((row) => row.id === event));
    const next = nextOf(
      known.flatMap((event) => event.next ?? []),
      now,
    );
    const { standing = [], followed } = standings.get(id) ?? {};
    const [todo = null] = standing.flatMap(({ id: event }) => {
      const text = advice.get(event);
      return text ? [{ event, text }] : [];
    });
    const others = (othersOf.get(id) ?? []).flatMap((one) => rowOf.get(one) ?? []);
    const earlier = past.flatMap((one) =>
      own.some((member) => member.id === one.event) && !own.some((member) => member.id === one.id)
        ? (rowOf.get(one.id) ?? [])
        : [],
    );
    const further = { next, others, earlier };
    const sources: FactSources = { live, shelves, before, recent, now, rules, advice: todo, followed, ...further };
    return events.length === 0 ? [] : [presentIncident(id, events, own, sources, { known, told }, { who, language })];
  });
}

function presentIncident(
  id: number,
  events: readonly Notification[],
  members: readonly store.MemberRow[],
  sources: FactSources,
  { known, told }: { readonly known: readonly EventKnowledge[]; readonly told: ReadonlySet<number> },
  { who, language }: { readonly who: Principal; readonly language: string },
): Incident {
  const [head] = events;
  if (!head) throw new Error('an incident without events');
  const facts = factsOf(events, members, sources);
  const active = events.filter((row) => row.is_active);
  const loud = active.filter((row) => !row.is_shelved);
  const devices = new Map(events.map((row) => [row.device_id, row.device]));
  const ofType = (type: Notification['event_type']): number => loud.filter((row) => row.event_type === type).length;
  return {
    id,
    client: { id: head.client_id, title: head.client },
    site: { id: head.location_id, title: head.location, timezone: head.location_timezone },
    devices: [...devices].map(([device, title]) => ({ id: device, title })),
    first: facts.first,
    events: [...events],
    event_count: members[0]?.total ?? events.length,
    counts: {
      alarms: ofType('alarm_on'),
      warnings: ofType('warning_on'),
      offline: ofType('device_offline'),
      shelved: active.length - loud.length,
    },
    active: active.length,
    unacknowledged: events.filter((row) => row.needs_acknowledgement && row.acknowledged === null).length,
    story: incidentStory(facts, { language, now: sources.now }),
    facts,
    who_knows: informedOf(events, known),
    is_told_otherwise: events.some((row) => told.has(row.id)),
    next: sources.next,
    permissions: permissionsOf('notification', who, {
      clientId: ClientId.parse(head.client_id),
      siteId: SiteId.parse(head.location_id),
      deviceId: DeviceId.parse(head.device_id),
      isSuspended: false,
      shownType: shippedTypes['0300'],
    }),
  };
}

const momentOf = (receipt: Receipt): string =>
  receipt.acknowledged_at ??
  receipt.opened_at ??
  receipt.delivered_at ??
  receipt.failed_at ??
  receipt.cancelled_at ??
  receipt.sent_at ??
  receipt.created_at;
/** How far a message came; what failed or was cancelled says less than one that is on its way. */
const farthest: readonly Receipt['state'][] = [
  'cancelled',
  'failed',
  ...messageStates.filter((state) => state !== 'cancelled' && state !== 'failed'),
];

const isLost = (state: Receipt['state']): boolean => state === 'failed' || state === 'cancelled';

/** The methods of a person's messages, without those that did not arrive where another one did. */
function methodsOf(before: Informed | undefined, { state, method }: Receipt): Informed['methods'] {
  if (before === undefined || (isLost(before.state) && !isLost(state))) return [method];
  if (isLost(state) && !isLost(before.state)) return before.methods;
  return [...new Set([...before.methods, method])];
}

/** Each person once: how far their messages came, or that they acknowledged; who acknowledged comes first. */
function informedOf(events: readonly Notification[], known: readonly EventKnowledge[]): Informed[] {
  const people = new Map<string, Informed>();
  for (const { receipts } of known)
    for (const receipt of receipts) {
      if (receipt.is_test || receipt.webhook !== null) continue;
      const before = people.get(receipt.name);
      const isFarther = before === undefined || farthest.indexOf(receipt.state) > farthest.indexOf(before.state);
      people.set(receipt.name, {
        name: receipt.name,
        state: isFarther ? receipt.state : before.state,
        at: isFarther ? momentOf(receipt) : before.at,
        methods: methodsOf(before, receipt),
        comment: before?.comment ?? null,
      });
    }
  const given = events.flatMap(({ acknowledged }) => acknowledged ?? []);
  for (const { by, at, comment } of given.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)))
    people.set(by, {
      name: by,
      state: 'acknowledged',
      at,
      methods: people.get(by)?.methods ?? [],
      comment: comment === '' ? (people.get(by)?.comment ?? null) : comment,
    });
  return [...people.values()].sort(
    (a, b) =>
      Number(b.state === 'acknowledged') - Number(a.state === 'acknowledged') || Date.parse(a.at) - Date.parse(b.at),
  );
}
