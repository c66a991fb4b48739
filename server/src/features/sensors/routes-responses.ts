import { DeviceId, type SiteId } from '@tocsin/contract/ids';
import { endpoints, responseCsvBytes, type SensorResponse } from '@tocsin/contract/responses';
import { type Api, route } from '../../access/route.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { orNotFound } from '../../platform/errors.ts';
import { devicesChanged } from './about.ts';
import { responseFor } from './advice.ts';
import { fileOf } from './csv-file.ts';
import { type SensorAndRules, sensorsAndRules } from './responses.ts';
import { type DeviceResponses, readResponsesCsv, responsesCsv } from './responses-csv.ts';
import type { SensorsDependencies } from './routes.ts';
import { applyResponses, saveResponses } from './save-responses.ts';
import { versionsOf } from './store.ts';
import { devicesOfSite } from './store-responses.ts';

export interface ResponsesDependencies extends Omit<SensorsDependencies, 'setUnits' | 'unevaluatedOf' | 'publicUrl'> {
  /** What a notification is about; undefined when it does not exist. */
  readonly eventOf: (id: number) => Promise<NotificationSensor | undefined>;
}
/** The sensor and rule of a notification, and what was stored with it at its beginning. */
export interface NotificationSensor {
  readonly deviceId: number;
  readonly path: string | null;
  readonly ruleId: number | null;
  readonly priority: SensorResponse['priority'];
}

/** Routes of priorities and response texts. */
export const addResponseRoutes = (api: Api, dependencies: ResponsesDependencies): void => {
  const { db, clock } = dependencies;

  const present = async (deviceId: number) => {
    const results = (await sensorsAndRules(db, deviceId)).map(presentResponse);
    const { responses_version } = await versionsOf(db, deviceId);
    return { count: results.length, results, version: responses_version };
  };

  const changed = (by: string, devices: readonly Pick<DeviceSubject, 'deviceId' | 'siteId'>[]): Promise<void> =>
    devicesChanged(dependencies, devices, `Response texts changed by ${by}`);

  route(api, endpoints.list, ({ params }) => present(params.id));

  route(api, endpoints.save, async (call) => {
    const { subject: device } = call;
    await recorded(db, byCall(call), (trx, note) => saveResponses({ trx, note, device, now: clock.now() }, call.body));
    await changed(call.who.name, [device]);
    return await present(device.deviceId);
  });

  route(api, endpoints.export, async ({ params, reply }) => {
    reply.header('content-disposition', `attachment; filename="responses_${params.id}.csv"`);
    return responsesCsv(await devicesOf(db, params.id));
  });

  route(api, endpoints.import, async (call) => {
    const file = await fileOf(call, responseCsvBytes);
    const devices: { readonly deviceId: DeviceId; readonly siteId: SiteId }[] = [];
    const count = await recorded(db, byCall(call), async (trx, note) => {
      let total = 0;
      const changes = readResponsesCsv(await devicesOf(trx, call.params.id), file);
      // In the order of their ids, so that two imports never wait for each other in a circle.
      for (const [id, ofDevice] of [...changes].sort(([a], [b]) => a - b)) {
        const device = { ...call.subject, deviceId: DeviceId.parse(id) };
        const done = await applyResponses({ trx, note, device }, ofDevice);
        if (done > 0) devices.push(device);
        total += done;
      }
      return total;
    });
    await changed(call.who.name, devices);
    return { detail: 'Response texts imported.', changed: count };
  });

  route(api, endpoints.ofNotification, async ({ params }) => {
    const event = orNotFound(await dependencies.eventOf(params.id));
    const response = await responseFor(db, event.deviceId, event.path, event.ruleId);
    return { ...response, priority: event.priority };
  });
};

const presentResponse = ({
  path,
  groupName,
  isKnown,
  isTemperature: _,
  rules: __,
  ...sensor
}: SensorAndRules): SensorResponse => ({
  ...sensor,
  id: path,
  group_name: groupName,
  is_known: isKnown,
});

/** The devices of a site with their sensors, rules and response texts. */
export async function devicesOf(db: Db | Trx, siteId: number): Promise<DeviceResponses[]> {
  const devices: DeviceResponses[] = [];
  for (const { id, title } of await devicesOfSite(db, siteId))
    devices.push({ id, title, sensors: await sensorsAndRules(db, id) });
  return devices;
}
