import { endpoints } from '@tocsin/contract/out-of-service';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import type { Administration } from '../../pipeline/catalog.ts';
import { aboutDevice, byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { orNotFound } from '../../platform/errors.ts';
import type { Section } from '../../platform/query.ts';
import { presentRow } from './present.ts';
import type { OutOfServiceRecords } from './records.ts';
import { findOutOfService, lockPlace, type OutOfServiceFilter, readOutOfService } from './store.ts';

export interface OutOfServiceDependencies extends DbAndClock {
  readonly records: OutOfServiceRecords;
  /** Path and name of a sensor reference; undefined: no such sensor, or more than one. */
  readonly sensorOf: (deviceId: number, ref: string) => Promise<{ path: string; name: string } | undefined>;
  /** After a commit: reloads the device catalog. */
  readonly catalogChanged: (scope: { readonly kind: 'devices'; readonly ids: readonly number[] }) => Promise<void>;
  /** After a commit: records the change as an event. */
  readonly administered: (what: Administration) => Promise<void>;
}

export const addOutOfServiceRoutes = (api: Api, dependencies: OutOfServiceDependencies): void => {
  const { db, clock, records } = dependencies;

  const page = async (filter: OutOfServiceFilter, who: Parameters<typeof presentRow>[1], query: Section) => {
    const { rows, count } = await readOutOfService(db, filter, query);
    return { count, results: rows.map((row) => presentRow(row, who, clock.now())) };
  };

  route(api, endpoints.list, async ({ who, query, selection }) => {
    const scope = scopeOf(who, (await selection()).clientId);
    return await page({ scope, siteId: query.location, deviceId: query.device }, who, query);
  });

  route(api, endpoints.ofDevice, ({ who, params, subject }) =>
    page({ scope: scopeOf(who, subject.clientId), deviceId: params.id, onlySensors: true }, who, all),
  );

  const placeOf = async (params: { readonly id: number; readonly sensor: string }) => {
    const sensor = orNotFound(await dependencies.sensorOf(params.id, params.sensor));
    return { deviceId: params.id, path: sensor.path, sensorName: sensor.name };
  };
  const changed = async (subject: DeviceSubject, content: string): Promise<void> => {
    const { siteId, deviceId } = subject;
    await dependencies.catalogChanged({ kind: 'devices', ids: [deviceId] });
    await dependencies.administered({ type: 'device_administration', siteId, deviceId, content });
  };

  route(api, endpoints.putSensor, async (call) => {
    const { who, params, body, subject } = call;
    const place = await placeOf(params);
    const isNew = await recorded(db, byCall(call), async (trx, note) => {
      await lockPlace(trx, place);
      const values = await records.record(trx, place, body, who);
      const action = values.old === null ? 'take out of service' : 'extend out of service';
      note({ ...aboutDevice(subject, place.sensorName), action, ...values });
      return values.old === null;
    });
    await changed(subject, `Sensor '${place.sensorName}' ${isNew ? 'taken' : 'kept'} out of service by ${who.name}`);
    const row = orNotFound(await findOutOfService(db, place));
    return presentRow(row, who, clock.now());
  });

  route(api, endpoints.deleteSensor, async (call) => {
    const { who, params, subject } = call;
    const place = await placeOf(params);
    const was = await recorded(db, byCall(call), async (trx, note) => {
      await lockPlace(trx, place);
      const old = await records.clear(trx, place);
      note({ ...aboutDevice(subject, place.sensorName), action: 'return to service', old: old ?? {}, new: {} });
      return old;
    });
    if (was) await changed(subject, `Sensor '${place.sensorName}' returned to service by ${who.name}`);
  });
};

/** A device has at most this many sensors out of service in one reply. */
const all = { limit: 1_000, offset: 0 };
