import { sensorPicture } from '@tocsin/contract/sensor-drawings';
import { endpoints, sensorImageTypes, units } from '@tocsin/contract/sensors';
import type { Person, Principal } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import { aboutDevice, byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { type ChangeOfDevices, devicesChanged, editor } from './about.ts';
import { fileOf } from './csv-file.ts';
import { byPath, grouped } from './list.ts';
import { mailProposal } from './mail-about-rules.ts';
import { namesCsv, readNamesCsv } from './names-csv.ts';
import { presentNames, presentSensor, presentTypes, presentWarnings, shownSensorsOf } from './present.ts';
import { presentProposal } from './present-proposal.ts';
import { addProvisioningRoutes } from './routes-provisioning.ts';
import { readRulesCsv, rulesCsv } from './rules-csv.ts';
import type { Save } from './save.ts';
import { type SetUnits, saveNames } from './save-names.ts';
import { saveTypes } from './save-types.ts';
import { decideWarnings, saveWarnings, type WarningsChange } from './save-warnings.ts';
import { lockVersions, rulesOf, sensorList, versionsOf, writeImages } from './store.ts';
import { type UnevaluatedOf, unevaluatedOfDevice } from './unevaluated.ts';

export interface SensorsDependencies extends DbAndClock, ChangeOfDevices {
  readonly setUnits: SetUnits;
  readonly unevaluatedOf: UnevaluatedOf;
  /** The portal's address, for links in mails. */
  readonly publicUrl: string;
}

const maxCsvBytes = 1024 * 1024;

const whatWasDone = {
  changed: 'Warnings changed',
  proposed: 'Change of warnings proposed',
  declined: 'Change of warnings declined',
};

const list = <T>(results: readonly T[]) => ({ count: results.length, results: [...results] });

export const addSensorRoutes = (api: Api, dependencies: SensorsDependencies): void => {
  const { db, clock } = dependencies;
  addProvisioningRoutes(api, { db });

  /** Saves in one transaction with the audit row, then reloads the catalog and records the event. */
  const save = async (
    call: { readonly who: Person; readonly subject: DeviceSubject; readonly address: string },
    what: string,
    work: (save: Save) => Promise<void>,
  ): Promise<void> => {
    await saved(call, async (saving) => {
      await work(saving);
      return `${what} changed`;
    });
  };
  /** The same for work that says what it did. */
  const saved = async (
    call: { readonly who: Person; readonly subject: DeviceSubject; readonly address: string },
    work: (save: Save) => Promise<string>,
  ): Promise<void> => {
    const device = call.subject;
    const done = await recorded(db, byCall(call), (trx, note) => work({ trx, note, device, now: clock.now() }));
    await devicesChanged(dependencies, [device], `${done} by ${call.who.name}`);
  };

  /** Replaces the rules, or proposes it and asks the people who may decide; says which. */
  const replaceWarnings = async (saving: Save, change: WarningsChange, who: Person): Promise<string> => {
    const done = await saveWarnings(saving, change, who);
    if (done === 'proposed')
      await mailProposal(saving.trx, saving.device, { who, now: saving.now, publicUrl: dependencies.publicUrl });
    return whatWasDone[done];
  };

  const warningsOf = async (id: number, who: Principal) => ({
    ...(await presentWarnings(db, id, await unevaluatedOfDevice(db, id, dependencies.unevaluatedOf))),
    proposed: await presentProposal(db, id, who),
  });

  route(api, endpoints.list, async ({ params }) =>
    list([...(await shownSensorsOf(db, params.id)).values()].map(presentSensor)),
  );

  route(api, endpoints.warnings, async ({ who, params, query }) => {
    const all = await warningsOf(params.id, who);
    return { ...all, results: all.results.slice(query.offset, query.offset + query.limit) };
  });

  route(api, endpoints.saveWarnings, async (call) => {
    const who = editor(call);
    await saved({ ...call, who }, (saving) => replaceWarnings(saving, call.body, who));
    return await warningsOf(call.params.id, who);
  });

  route(api, endpoints.decideWarnings, async (call) => {
    await saved(call, async (saving) => whatWasDone[await decideWarnings(saving, call.body, call.who)]);
    return await warningsOf(call.params.id, call.who);
  });

  route(api, endpoints.exportWarnings, async ({ params, subject, reply }) => {
    const name = `warnings_${subject.shownType.code}_${params.id}.csv`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return rulesCsv(await rulesOf(db, params.id), await shownSensorsOf(db, params.id));
  });

  route(api, endpoints.importWarnings, async (call) => {
    const file = await fileOf(call, maxCsvBytes);
    const { id } = call.params;
    const { warnings_version: version } = await versionsOf(db, id);
    const { reason } = call.query;
    await saved(call, async (saving) => {
      const results = readRulesCsv(file, await shownSensorsOf(saving.trx, id), id);
      return await replaceWarnings(saving, { results, version, reason }, call.who);
    });
    return { detail: 'Warnings imported.' };
  });

  route(api, endpoints.names, ({ params }) => presentNames(db, params.id));

  route(api, endpoints.saveNames, async (call) => {
    await save(call, 'Sensor names', (saving) => saveNames(saving, call.body, dependencies.setUnits));
    return await presentNames(db, call.params.id);
  });

  route(api, endpoints.exportNames, async ({ params, subject, reply }) => {
    const name = `sensor_names_${subject.shownType.code}_${params.id}.csv`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return namesCsv(await sensorList(db, params.id));
  });

  route(api, endpoints.importNames, async (call) => {
    const file = await fileOf(call, maxCsvBytes);
    const { names_version } = await versionsOf(db, call.params.id);
    await save(call, 'Sensor names', async (saving) => {
      const labels = readNamesCsv(await sensorList(saving.trx, call.params.id), file);
      await saveNames(
        saving,
        { sensor_names: Object.fromEntries(labels), version: names_version },
        dependencies.setUnits,
      );
    });
    return { detail: 'Sensor names imported.' };
  });

  route(api, endpoints.images, async ({ params }) => presentImages(await sensorList(db, params.id)));

  route(api, endpoints.saveImages, async (call) => {
    await save(call, 'Sensor images', async ({ trx, note, device }) => {
      await lockVersions(trx, device.deviceId);
      const before = await sensorList(trx, device.deviceId);
      const images = byPath(before, call.body.sensor_image_types, 'sensor_image_types');
      await writeImages(trx, device.deviceId, images);
      const old = Object.fromEntries([...images.keys()].map((path) => [path, before.images.get(path) ?? null]));
      note({ ...aboutDevice(device), action: 'change sensor images', old, new: Object.fromEntries(images) });
    });
    return presentImages(await sensorList(db, call.params.id));
  });

  route(api, endpoints.types, ({ params, subject }) => presentTypes(db, params.id, subject.shownType));

  route(api, endpoints.saveTypes, async (call) => {
    await save(call, 'Sensor types', (saving) => saveTypes(saving, call.body));
    return await presentTypes(db, call.params.id, call.subject.shownType);
  });

  route(api, endpoints.units, () => list(units));

  // Pictures are public like the page's own files, and outside of the API.
  api.http.get<{ Params: { file: string } }>('/sensor-images/:file', ({ params }, reply) => {
    const picture = sensorPicture(Number(/^(\d{1,3})\.svg$/.exec(params.file)?.[1]));
    if (picture === null) throw new Refusal('not-found');
    return reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(picture);
  });

  route(api, endpoints.imageTypes, () =>
    list(sensorImageTypes.map((type) => ({ ...type, thumbs: { small: `/sensor-images/${type.id}.svg` } }))),
  );
};

const presentImages = (sensors: Awaited<ReturnType<typeof sensorList>>) => ({
  groups: grouped(sensors, ({ path, shownName, image }) => ({ id: path, name: shownName, image })),
});
