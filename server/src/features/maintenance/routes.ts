import type { DeviceId } from '@tocsin/contract/ids';
import { sensorPathOf } from '@tocsin/contract/layout';
import {
  commentWithinMs,
  endpoints,
  type MaintenanceRecord,
  testFailsAfterMs,
  untestableSensors,
} from '@tocsin/contract/maintenance';
import { languageOfCaller } from '../../access/reader-language.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import type { MaintenanceStep } from '../../pipeline/types.ts';
import { aboutDevice, byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { codesPdf } from './codes.ts';
import { ledgerCsv } from './csv.ts';
import { type LedgerData, presentLedger } from './ledger.ts';
import { ledgerPdf } from './pdf.ts';
import { askedOf } from './rules.ts';
import * as store from './store.ts';

/** The pipeline's answer to a start or a cancel. */
type TestOutcome =
  | { readonly kind: 'done'; readonly step: MaintenanceStep }
  | { readonly kind: 'refused'; readonly field: string; readonly text: string };
interface Person {
  readonly userId: number;
  readonly userName: string;
}

/**
 * What the pipeline offers for maintenance tests, as the only writer of alarm state. Each call resolves after its
 * commit.
 */
export interface TestPort {
  start(device: DeviceId, path: string, by: Person): Promise<TestOutcome | undefined>;
  cancel(device: DeviceId, path: string, comment: string, by: Person): Promise<TestOutcome | undefined>;
  comment(step: Omit<MaintenanceStep, 'id' | 'at' | 'step'>): Promise<void>;
  fix(device: DeviceId): Promise<void>;
}

export interface MaintenanceDependencies extends DbAndClock {
  /** Prefix of the address in a QR code. */
  readonly publicUrl: string;
  readonly tests: TestPort;
  /** `groupId.sensorId` of a sensor reference; undefined: no such sensor, or more than one. */
  readonly pathOf: (deviceId: number, ref: string) => Promise<string | undefined>;
}

export const addMaintenanceRoutes = (api: Api, dependencies: MaintenanceDependencies): void => {
  const { db, clock, tests } = dependencies;

  route(api, endpoints.running, async ({ who, query, selection }) => {
    const clientId = query.all_clients === true ? null : (await selection()).clientId;
    const since = clock.now() - testFailsAfterMs;
    const { rows, count } = await store.runningTests(db, scopeOf(who, clientId), since, query);
    return { count, results: rows.map((row) => ({ ...present(row), location_name: row.site_name })) };
  });

  route(api, endpoints.info, async ({ who, params }) => {
    const newest = (await store.newestTests(db, params.id)).map(present);
    const now = clock.now();
    const open = newest.find((record) => record.event_type.startsWith('maintenance_expect')) ?? null;
    const silent =
      who.kind === 'person' ? await store.uncommented(db, params.id, who.userId, now - commentWithinMs) : [];
    return {
      current: open,
      sensors: newest.filter((record) => record !== open),
      excluded: [...untestableSensors],
      server_time: now,
      uncommented: silent.map(present),
    };
  });

  route(api, endpoints.post, async (call) => {
    const { who, subject, body } = call;
    const path = await dependencies.pathOf(subject.deviceId, body.sensor_id);
    if (path === undefined) throw badField('sensor_id', 'Please select your sensor');
    const steps = await store.newestTestOf(db, subject.deviceId, path);
    const request = askedOf(body, steps, clock.now());
    const by = { userId: who.userId, userName: who.name };
    const done = async (outcome: TestOutcome | undefined): Promise<MaintenanceRecord> => {
      if (!outcome) throw new Refusal('not-found');
      if (outcome.kind === 'refused') throw badField(outcome.field, outcome.text);
      return await committedStep(subject, outcome.step.id);
    };
    const work = async (): Promise<MaintenanceRecord> => {
      switch (request.kind) {
        case 'start':
          return await done(await tests.start(subject.deviceId, path, by));
        case 'cancel':
          return await done(await tests.cancel(subject.deviceId, path, request.comment, by));
        case 'comment': {
          const { to } = request;
          await tests.comment({
            testId: to.test_id,
            deviceId: subject.deviceId,
            serialNumber: to.serial_number,
            ...by,
            groupId: to.group_id,
            groupName: to.group_name,
            sensorId: to.sensor_id,
            sensorName: to.sensor_name,
            startedAt: to.started_at,
            comment: request.comment,
          });
          return { ...present(to), comment: request.comment };
        }
        case 'nothing':
          return present(request.step);
        default:
          return request satisfies never;
      }
    };
    const record = await work();
    if (request.kind !== 'nothing')
      await recorded(db, byCall(call), async (_trx, note) =>
        note({
          ...aboutDevice(subject),
          action: `maintenance test: ${request.kind}`,
          subjectName: `${record.device_name} ${record.sensor_name}`,
          old: null,
          new: { sensor_id: record.sensor_id, event_type: record.event_type, comment: record.comment },
        }),
      );
    return record;
  });

  const committedStep = async (subject: DeviceSubject, id: number): Promise<MaintenanceRecord> => {
    const row = await store.findStep(db, subject.deviceId, id);
    if (!row) throw new Error('a committed maintenance step is missing');
    return present(row);
  };

  route(api, endpoints.codes, async ({ who, params, subject, reply }) => {
    const { devices, labels, site } = await ledger(subject.siteId);
    const device = orNotFound(devices.find((one) => one.id === params.id));
    reply.header('content-disposition', `inline; filename="test_codes_${params.id}.pdf"`);
    const { publicUrl } = dependencies;
    const language = await languageOfCaller(db, who);
    return Buffer.from(await codesPdf({ publicUrl, site, device, labels, now: clock.now(), language }));
  });

  route(api, endpoints.fix, async (call) => {
    const { subject } = call;
    const before = await store.activeEvents(db, subject.deviceId);
    await tests.fix(subject.deviceId);
    const after = await store.activeEvents(db, subject.deviceId);
    await recorded(db, byCall(call), async (_trx, note) =>
      note({ ...aboutDevice(subject), action: 'fix notifications', old: { active: before }, new: { active: after } }),
    );
    return { detail: 'Cleared notification was successful', ended: Math.max(0, before - after) };
  });

  const ledger = async (siteId: number): Promise<LedgerData> => {
    const site = orNotFound(await store.siteHead(db, siteId));
    const now = clock.now();
    const [devices, labels, passed, marks] = await Promise.all([
      store.devicesOfSite(db, siteId),
      store.labelsOfSite(db, siteId),
      store.lastPassed(db, siteId),
      store.marksOfSite(db, siteId, now),
    ]);
    return { site, devices, labels, passed, marks, now };
  };

  route(api, endpoints.ledger, async ({ params, query }) => presentLedger(await ledger(params.id), query));

  route(api, endpoints.ledgerCsv, async ({ params, reply }) => {
    const data = await ledger(params.id);
    reply.header('content-disposition', `attachment; filename="proof_tests_site_${params.id}.csv"`);
    return ledgerCsv(data);
  });

  route(api, endpoints.ledgerPdf, async ({ who, params, reply }) => {
    const data = await ledger(params.id);
    reply.header('content-disposition', `inline; filename="proof_tests_site_${params.id}.pdf"`);
    return Buffer.from(await ledgerPdf(data, await languageOfCaller(db, who)));
  });
};

const present = (row: store.StepRow): MaintenanceRecord => ({
  id: row.id,
  test_id: row.test_id,
  device_id: row.device_id,
  device_name: row.device_name,
  serial_number: row.serial_number,
  sensor_id: sensorPathOf(row.group_id, row.sensor_id),
  current_sensor_id: sensorPathOf(row.group_id, row.sensor_id),
  sensor_name: row.sensor_name,
  groupName: row.group_name,
  event_type: row.step,
  maintenance_time: new Date(row.at).toISOString(),
  started_at: new Date(row.started_at).toISOString(),
  performed_by: row.user_name,
  comment: row.comment,
});
