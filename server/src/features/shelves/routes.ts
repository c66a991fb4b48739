import type { DeviceId } from '@tocsin/contract/ids';
import {
  type ExtendShelf,
  endpoints,
  type NewShelf,
  renewedWithinMs,
  type Shelf,
  type ShelfReason,
} from '@tocsin/contract/shelves';
import { isOemOrSuper, type Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import { type AuditNote, byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { presentShelf } from './present.ts';
import { checkUntil, checkWholeDevice, firstStart, type Target } from './rules.ts';
import { findShelf, readShelves, recentShelves, type ShelfFilter, type ShelfRecord } from './store.ts';

/** The pipeline's answer; `exists`: the same thing is shelved already, under this id. */
type ShelveOutcome =
  | { readonly kind: 'done' | 'exists'; readonly id: number }
  | { readonly kind: 'ended' }
  | { readonly kind: 'refused'; readonly field: string; readonly text: string };

/** A shelf as a person asks for it; times are unix ms. */
interface Start {
  readonly target: Target;
  readonly coversAlarms: boolean;
  readonly reasonCode: ShelfReason;
  readonly reason: string;
  readonly until: number;
  readonly firstFrom: number | null;
  readonly userId: number;
  readonly userName: string;
}

/** What the pipeline offers for shelves, as the only writer of alarm state. Each call resolves after its commit. */
export interface ShelvesPort {
  start(device: DeviceId, shelf: Start): Promise<ShelveOutcome | undefined>;
  extend(device: DeviceId, id: number, until: number, userName: string): Promise<ShelveOutcome | undefined>;
  end(device: DeviceId, id: number, userName: string): Promise<ShelveOutcome | undefined>;
}

export interface ShelvesDependencies extends DbAndClock {
  readonly shelves: ShelvesPort;
  /** `groupId.sensorId` of a sensor reference; undefined: no such sensor, or more than one. */
  readonly pathOf: (deviceId: number, ref: string) => Promise<string | undefined>;
  /** `groupId.sensorId` of the sensor of a warning rule; undefined: the device has no such rule. */
  readonly pathOfRule: (deviceId: DeviceId, ruleId: number) => string | undefined;
}

export const addShelfRoutes = (api: Api, dependencies: ShelvesDependencies): void => {
  const { db, clock, shelves } = dependencies;

  route(api, endpoints.list, async ({ who, query, selection }) => {
    const clientId = query.all_clients === true ? null : (await selection()).clientId;
    const filter: ShelfFilter = {
      scope: scopeOf(who, clientId),
      seesSuspended: isOemOrSuper(who),
      siteId: query.location,
      deviceId: query.device,
      isActive: query.is_active,
    };
    const { rows, count } = await readShelves(db, filter, query);
    return { count, results: rows.map((row) => presentShelf(row, who)) };
  });

  const targetOf = async (deviceId: DeviceId, body: NewShelf): Promise<Target> => {
    if ((body.rule ?? null) !== null && body.rule) {
      const path = dependencies.pathOfRule(deviceId, body.rule);
      if (path === undefined) throw badField('rule', 'The device has no such rule.');
      return { ...partsOf(path), ruleId: body.rule };
    }
    if (typeof body.node === 'string') return { groupId: body.node, sensorId: null, ruleId: null };
    if (typeof body.sensor !== 'string') return { groupId: null, sensorId: null, ruleId: null };
    const path = await dependencies.pathOf(deviceId, body.sensor);
    if (path === undefined) throw badField('sensor', 'Please select your sensor');
    return { ...partsOf(path), ruleId: null };
  };

  /** The shelf after the commit, or the refusal of the pipeline's answer. */
  const settled = async (who: Person, outcome: ShelveOutcome | undefined): Promise<ShelfRecord> => {
    if (!outcome) throw new Refusal('not-found');
    if (outcome.kind === 'refused') throw badField(outcome.field, outcome.text);
    if (outcome.kind === 'ended') throw new Refusal('conflict', 'This shelf has already ended.');
    const row = await findShelf(db, outcome.id);
    if (!row) throw new Error('a committed shelf is missing');
    if (outcome.kind === 'exists')
      throw new Refusal('conflict', 'This is already shelved. Extend that shelf, or end it.', {
        body: { existing: presentShelf(row, who) },
      });
    return row;
  };

  route(api, endpoints.create, async (call) => {
    const { who, subject, body } = call;
    const now = clock.now();
    const target = await targetOf(subject.deviceId, body);
    checkWholeDevice(who, subject, target);
    const firstFrom = firstStart(target, await recentShelves(db, subject.deviceId, now - renewedWithinMs), now);
    const until = untilOf(body, now);
    checkUntil(who, subject, until, firstFrom ?? now, now);
    const { covers_alarms: coversAlarms, reason_code: reasonCode, reason } = body;
    const by = { userId: who.userId, userName: who.name };
    const asked = { target, coversAlarms, reasonCode, reason, until, firstFrom, ...by };
    const row = await settled(who, await shelves.start(subject.deviceId, asked));
    const shelf = presentShelf(row, who);
    await recorded(db, byCall(call), async (_trx, note) =>
      note({ ...aboutShelf(row), action: 'shelve', old: null, new: shownIn(shelf) }),
    );
    return shelf;
  });

  route(api, endpoints.extend, async (call) => {
    const { who, subject, params } = call;
    const before = orNotFound(await findShelf(db, params.id));
    checkWholeDevice(who, subject, { groupId: before.group_id });
    const now = clock.now();
    const until = untilOf(call.body, now);
    checkUntil(who, subject, until, before.first_from, now);
    const row = await settled(who, await shelves.extend(subject.deviceId, before.id, until, who.name));
    await recorded(db, byCall(call), async (_trx, note) =>
      note({
        ...aboutShelf(row),
        action: 'extend shelf',
        old: { until: new Date(before.until).toISOString() },
        new: { until: new Date(row.until).toISOString() },
      }),
    );
    return presentShelf(row, who);
  });

  route(api, endpoints.end, async (call) => {
    const { who, subject, params } = call;
    const row = await settled(who, await shelves.end(subject.deviceId, params.id, who.name));
    await recorded(db, byCall(call), async (_trx, note) =>
      note({ ...aboutShelf(row), action: 'end shelf', old: { is_active: true }, new: { is_active: false } }),
    );
    return presentShelf(row, who);
  });
};

const partsOf = (path: string): { readonly groupId: string | null; readonly sensorId: string | null } => {
  const [groupId = null, sensorId = null] = path.split('.');
  return { groupId, sensorId };
};

const untilOf = ({ until, minutes }: ExtendShelf, now: number): number =>
  until === undefined ? now + (minutes ?? 0) * 60_000 : Date.parse(until);

const aboutShelf = (row: ShelfRecord): Omit<AuditNote, 'action' | 'old' | 'new'> => ({
  subject: 'shelf',
  subjectId: row.id,
  subjectName: row.title === row.device_name ? row.title : `${row.device_name} ${row.title}`,
  clientId: row.client_id,
  siteId: row.site_id,
  deviceId: row.device_id,
});

const shownIn = ({ sensor, node, rule, covers_alarms, reason_code, reason, until }: Shelf) => ({
  sensor,
  node,
  rule,
  covers_alarms,
  reason_code,
  reason,
  until,
});
