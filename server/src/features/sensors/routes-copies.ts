import { endpoints, type SettingsCopy } from '@tocsin/contract/settings-copies';
import { canEdit, managesClient, type Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { changeSettingsOf } from '../../access/store-change-settings.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Section } from '../../platform/query.ts';
import { devicesChanged } from './about.ts';
import type { WriteRoles } from './copy/apply.ts';
import { type Copied, copySettings, undoCopy } from './copy/copy.ts';
import { layoutProblem } from './copy/layout.ts';
import { copyDevice, subjectOf } from './copy/load.ts';
import { type CopyPlan, planCopy } from './copy/preview.ts';
import { inOrder } from './copy/settings.ts';
import { copiesOf, copyTargets, devicesOfCopies, lockCopy, type StoredCopy, titlesOf } from './copy/store-copies.ts';
import type { SensorsDependencies } from './routes.ts';
import type { Save } from './save.ts';

/** What routes that write settings of several devices at once need. */
export interface CopyDependencies extends Omit<SensorsDependencies, 'setUnits' | 'unevaluatedOf'> {
  readonly writeRoles: WriteRoles;
}

/** Routes that copy settings of a device to others, and undo it. */
export const addCopyRoutes = (api: Api, dependencies: CopyDependencies): void => {
  const { db, publicUrl, writeRoles } = dependencies;
  const saved = savedBy(dependencies);

  route(api, endpoints.targets, async ({ who, subject, query }) => {
    const { clientId, shownType } = subject;
    const own = who.kind === 'person' ? [...who.sites.values()] : [];
    const siteIds = managesClient(who, clientId)
      ? null
      : own.filter((site) => canEdit(who, site)).map(({ siteId }) => siteId);
    const { search = '', ...page } = query;
    const filter = { clientId, siteIds, sourceId: subject.deviceId, type: shownType.code, search };
    const { count, ids } = await copyTargets(db, filter, page);
    const source = await copyDevice(db, subject);
    const results = [];
    for (const id of ids) {
      const device = await subjectOf(db, id);
      if (!device) continue;
      const target = await copyDevice(db, device);
      results.push({
        id,
        title: target.title,
        location_title: target.siteTitle,
        refused: layoutProblem(source, target),
      });
    }
    return { count, results };
  });

  route(api, endpoints.preview, async ({ who, subject, body, query }) => {
    const plan = await planCopy(db, who, subject, { devices: body.devices, what: inOrder(body.what) });
    const settings = await changeSettingsOf(db, subject.clientId);
    const loosens = plan.devices.some(({ difference }) => difference.loosens);
    return {
      ...presentPlan(plan, query),
      needs_reason: loosens && (settings.needsReason || settings.needsApproval),
      needs_approval: loosens && settings.needsApproval,
    };
  });

  route(api, endpoints.copy, (call) => {
    const { who, body } = call;
    return saved(call, 'Settings copied', (save) =>
      copySettings({ ...save, device: call.subject }, body, { who, reason: body.reason, publicUrl, writeRoles }),
    );
  });

  route(api, endpoints.undo, (call) => {
    const { who, body, params } = call;
    return saved(call, 'Copied settings undone', async (save) => {
      const { deviceId, clientId } = call.subject;
      const copy = await lockCopy(save.trx, { deviceId }, params.copy);
      return await undoCopy(save, copy, { who, reason: body.reason, publicUrl, writeRoles, clientId });
    });
  });

  route(api, endpoints.list, async ({ who, subject, query }) => {
    const { count, rows } = await copiesOf(db, subject.deviceId, query);
    const devices = await devicesOfCopies(
      db,
      rows.map(({ id }) => id),
    );
    const titles = await titlesOf(db, [...new Set([...devices.values()].flat())]);
    const editable = new Set<number>();
    for (const id of titles.keys()) {
      const device = await subjectOf(db, id);
      if (device && canEdit(who, device)) editable.add(id);
    }
    const results = rows.map((row) => {
      const of = devices.get(row.id) ?? [];
      const named = of.filter((id) => editable.has(id)).map((id) => titles.get(id)?.title ?? '');
      return { ...presentCopy(row), devices: named, device_count: of.length };
    });
    return { count, results };
  });
};

/** In one transaction with the audit rows; then reloads the changed devices and records an event for each. */
export const savedBy =
  (dependencies: CopyDependencies) =>
  async (
    call: { readonly who: Person; readonly address: string },
    what: string,
    work: (save: Omit<Save, 'device'>) => Promise<Copied>,
  ) => {
    const { db, clock } = dependencies;
    const done = await recorded(db, byCall(call), (trx, note) => work({ trx, note, now: clock.now() }));
    const { id, changed, proposed } = done;
    await devicesChanged(
      dependencies,
      changed.map(({ device }) => device),
      `${what} by ${call.who.name}`,
    );
    return { id, changed: changed.length, proposed: proposed.length };
  };

/** A section of the differences of a plan, with what holds for all of them. */
export const presentPlan = ({ devices, digest }: Pick<CopyPlan, 'devices' | 'digest'>, { offset, limit }: Section) => {
  const all = devices.map(({ difference }) => difference);
  return {
    count: all.length,
    results: all.slice(offset, offset + limit),
    digest,
    refused: all.filter((one) => one.refused !== null).length,
    changed: all.filter((one) => one.changes.length > 0).length,
  };
};

const presentCopy = (row: StoredCopy): Omit<SettingsCopy, 'devices' | 'device_count'> => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  by: row.user_name,
  what: [...row.what],
  reason: row.reason,
  undone_at: row.undone_at === null ? null : new Date(row.undone_at).toISOString(),
  undone_by: row.undone_by,
});
