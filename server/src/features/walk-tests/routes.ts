import type { DeviceId } from '@tocsin/contract/ids';
import { endpoints, type WalkTest } from '@tocsin/contract/walk-tests';
import type { Person, Principal } from '../../access/principal.ts';
import { languageOfCaller } from '../../access/reader-language.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import type { WalkAnswer, WalkCommand } from '../../pipeline/walk-types.ts';
import { type AuditNote, byCall, recorded } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { missingOf, type OpenTasks } from './missing.ts';
import { walkPdf } from './pdf.ts';
import { presentSummary, presentWalk } from './present.ts';
import { findWalk, pathsOfGroups, readWalks, type WalkFilter, type WalkRecord } from './store.ts';

/** The pipeline, as the only writer of alarm state: answers after its commit; undefined for an unknown device. */
export type WalkPort = (device: DeviceId, command: WalkCommand) => Promise<WalkAnswer | undefined>;

export interface WalkTestsDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly walk: WalkPort;
  readonly openTasks: OpenTasks;
}

const tooLate = 'A walk test can be signed for 24 hours after its end, until the next one begins.';

export const addWalkTestRoutes = (api: Api, dependencies: WalkTestsDependencies): void => {
  const { db, clock, openTasks } = dependencies;

  const found = async (device: number, id: number): Promise<WalkRecord> => {
    const row = orNotFound(await findWalk(db, device, id));
    return row;
  };
  /** The walk after the commit, or the refusal of the pipeline's answer. */
  const run = async (device: DeviceId, who: Person, command: Asked): Promise<WalkRecord> => {
    const answer = orNotFound(await dependencies.walk(device, { ...command, userId: who.userId, userName: who.name }));
    if (answer.kind === 'refused') throw badField(answer.field, answer.text);
    if (answer.kind === 'conflict') throw new Refusal('conflict', answer.text);
    if (answer.kind === 'ended')
      throw new Refusal('conflict', command.kind === 'sign' ? tooLate : 'This walk test has ended.');
    return await found(device, answer.id);
  };
  const listed = async (who: Principal, filter: WalkFilter, page: { limit: number; offset: number }) => {
    const { rows, count } = await readWalks(db, filter, page);
    return { count, results: rows.map((row) => presentSummary(row, who)) };
  };
  route(api, endpoints.running, async ({ who, query, selection }) => {
    const clientId = query.all_clients === true ? null : (await selection()).clientId;
    return await listed(who, { scope: scopeOf(who, clientId), siteId: query.location, isArmed: query.is_armed }, query);
  });

  route(api, endpoints.list, async ({ who, params, query }) =>
    listed(who, { scope: null, deviceId: params.id }, query),
  );

  route(api, endpoints.get, async ({ who, params }) =>
    presentWalk(await found(params.id, params.walk), who, clock.now()),
  );

  route(api, endpoints.start, async (call) => {
    const { who, subject, body } = call;
    const paths = [...(await pathsOfGroups(db, subject.deviceId, body.groups)), ...body.sensors];
    const row = await run(subject.deviceId, who, { kind: 'start', paths, idleMs: body.idle_minutes * 60_000 });
    const walk = presentWalk(row, who, clock.now());
    const { armed, idle_minutes } = walk;
    const noted = { ...aboutWalk(row), action: 'arm', old: null, new: { armed, idle_minutes } };
    await recorded(db, byCall(call), async (_trx, note) => note(noted));
    return walk;
  });

  route(api, endpoints.press, async ({ who, subject, params, body }) => {
    return presentWalk(
      await run(subject.deviceId, who, { kind: 'press', id: params.walk, path: body.sensor }),
      who,
      clock.now(),
    );
  });

  route(api, endpoints.arm, async (call) => {
    const { who, subject, params, body } = call;
    const row = await run(subject.deviceId, who, { kind: 'arm', id: params.walk, paths: body.sensors });
    const noted = { ...aboutWalk(row), action: 'arm', old: null, new: { sensors: body.sensors } };
    await recorded(db, byCall(call), async (_trx, note) => note(noted));
    return presentWalk(row, who, clock.now());
  });

  route(api, endpoints.skip, async (call) => {
    const { who, subject, params, body } = call;
    const row = await run(subject.deviceId, who, {
      kind: 'skip',
      id: params.walk,
      path: body.sensor,
      reason: body.reason,
    });
    const noted = { ...aboutWalk(row), action: 'skip', old: null, new: body };
    await recorded(db, byCall(call), async (_trx, note) => note(noted));
    return presentWalk(row, who, clock.now());
  });

  route(api, endpoints.takeOver, async (call) => {
    const { who, subject, params } = call;
    const before = await found(params.id, params.walk);
    const row = await run(subject.deviceId, who, { kind: 'take-over', id: params.walk });
    const names = { old: { walker: before.state.userName }, new: { walker: row.state.userName } };
    const noted = { ...aboutWalk(row), action: 'take over', ...names };
    await recorded(db, byCall(call), async (_trx, note) => note(noted));
    return presentWalk(row, who, clock.now());
  });

  // Repeated after an answer that was lost, it makes the tasks that are missing and nothing twice.
  route(api, endpoints.sign, async (call): Promise<WalkTest> => {
    const { who, subject, params, body } = call;
    const before = await found(params.id, params.walk);
    const row =
      before.state.signedAt === null
        ? await run(subject.deviceId, who, { kind: 'sign', id: params.walk, ...body })
        : before;
    const { signedBy, sensors } = row.state;
    await recorded(db, byCall(call), async (trx, note) => {
      await openTasks(trx, missingOf(row, clock.now()));
      const passed = sensors.filter(({ state }) => state === 'passed').length;
      note({ ...aboutWalk(row), action: 'sign', old: null, new: { signed_by: signedBy, passed } });
    });
    return presentWalk(row, who, clock.now());
  });

  route(api, endpoints.report, async ({ who, params, reply }) => {
    const row = await found(params.id, params.walk);
    reply.header('content-disposition', `inline; filename="walk_test_${row.id}.pdf"`);
    return Buffer.from(await walkPdf(row, await languageOfCaller(db, who), clock.now()));
  });
};

/** A command without the person who gives it. */
type Asked<C = WalkCommand> = C extends WalkCommand ? Omit<C, 'userId' | 'userName'> : never;

const aboutWalk = (row: WalkRecord): Omit<AuditNote, 'action' | 'old' | 'new'> => ({
  subject: 'walk test',
  subjectId: row.id,
  subjectName: row.device_name,
  clientId: row.client_id,
  siteId: row.site_id,
  deviceId: row.device_id,
});
