import { type DeviceTemplate, endpoints, rollOutUndoMs } from '@tocsin/contract/device-templates';
import { copyDevicesAtMost } from '@tocsin/contract/settings-copies';
import { texts } from '@tocsin/contract/texts/device-templates';
import { ruleSummary } from '@tocsin/contract/texts/warning-rules';
import { canEdit, type Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import { changeSettingsOf } from '../../access/store-change-settings.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { undoCopy } from './copy/copy.ts';
import { copyDevice, subjectOf } from './copy/load.ts';
import { documentOfStated, statedOf } from './copy/stated-template.ts';
import { copiedDevices, lockCopy } from './copy/store-copies.ts';
import {
  devicesOfType,
  newestRollOut,
  type StoredTemplate,
  type TemplateDocument,
  templateOf,
  undoUses,
  usesOf,
  writeTemplate,
} from './copy/store-templates.ts';
import { contentOf, documentOf, ownChanges, planRollOut, rollOut, type TemplateType } from './copy/template.ts';
import { type CopyDependencies, presentPlan, savedBy } from './routes-copies.ts';
import { inWords } from './rule-words.ts';

type Uses = Awaited<ReturnType<typeof usesOf>>;

interface TemplateDependencies extends CopyDependencies {
  readonly typeOf: (id: number) => Promise<TemplateType & { readonly clientId: number | null; readonly label: string }>;
}

/** Routes of the templates that devices of a type follow. */
export const addTemplateRoutes = (api: Api, dependencies: TemplateDependencies): void => {
  const { db, clock, publicUrl, writeRoles, typeOf } = dependencies;
  const saved = savedBy(dependencies);

  const devicesOf = async (who: Person, typeId: number) => await devicesOfType(db, typeId, scopeOf(who, null));

  /** How many devices follow and differ; not counted where each cannot be looked at for one answer. */
  const standing = async (ids: readonly number[], current: ReadonlySet<number>, uses: Uses) => {
    if (ids.length > copyDevicesAtMost) return { follow: null, differ: null };
    let [follow, differ] = [0, 0];
    for (const id of ids) {
      const use = uses.get(id);
      const device = use && (await subjectOf(db, id));
      if (!use || !device) continue;
      if (ownChanges(await copyDevice(db, device), use.applied).length > 0) differ++;
      else if (current.has(id)) follow++;
    }
    return { follow, differ };
  };

  const present = async (who: Person, typeId: number): Promise<DeviceTemplate> => {
    const template = await templateOf(db, typeId);
    const ids = await devicesOf(who, typeId);
    const uses = await usesOf(db, ids);
    const current = ids.filter((id) => template !== undefined && uses.get(id)?.version === template.version);
    const counts = { devices: ids.length, behind: ids.length - current.length };
    const newest = await newestRollOut(db, typeId);
    const isUndoable = newest !== undefined && clock.now() - newest.at < rollOutUndoMs;
    return {
      ...presentTemplate(template),
      counts: { ...counts, ...(await standing(ids, new Set(current), uses)) },
      undoable: isUndoable
        ? { id: newest.id, at: new Date(newest.at).toISOString(), by: newest.user_name, devices: newest.devices }
        : null,
    };
  };

  route(api, endpoints.one, ({ who, params }) => present(who, params.id));

  /** Stores the next version of a template, with its audit row. */
  const store = async (
    call: { readonly who: Person; readonly address: string },
    type: Awaited<ReturnType<typeof typeOf>>,
    after: number,
    taken: (trx: Trx) => Promise<{ readonly document: TemplateDocument; readonly from: string }>,
  ) =>
    await recorded(db, byCall(call), async (trx, note) => {
      const version = after + 1;
      const { document, from } = await taken(trx);
      const by = { taken_from: from, taken_at: new Date(clock.now()), taken_by: call.who.name };
      if (!(await writeTemplate(trx, type.id, { version, document, ...by })))
        throw new Refusal('conflict', texts.outdated);
      note({
        action: 'take template',
        subject: 'device type',
        subjectId: type.id,
        subjectName: type.label,
        clientId: type.clientId,
        old: { version: after },
        new: { version, from },
      });
    });

  route(api, endpoints.take, async (call) => {
    const { who, params, body } = call;
    const type = await typeOf(params.id);
    const device = await subjectOf(db, body.device);
    if (!device || !canEdit(who, device) || device.shownType.code !== type.shownType.code)
      throw badField('device', texts.wrongType);
    await store(call, type, body.version, async (trx) => {
      const source = await copyDevice(trx, device);
      if (source.list.sensors.length === 0) throw badField('device', texts.notAnnounced);
      return { document: documentOf(source), from: source.title };
    });
    return await present(who, params.id);
  });

  route(api, endpoints.stated, async ({ params }) => statedOf(await templateOf(db, params.id)));

  route(api, endpoints.state, async (call) => {
    const { params, body } = call;
    const document = documentOfStated(body.template);
    await store(call, await typeOf(params.id), body.version, async () => ({ document, from: call.who.name }));
    return statedOf(await templateOf(db, params.id));
  });

  route(api, endpoints.devices, async ({ who, params, query }) => {
    const ids = await devicesOf(who, params.id);
    const page = ids.slice(query.offset, query.offset + query.limit);
    const uses = await usesOf(db, page);
    const results = [];
    for (const id of page) {
      const subject = await subjectOf(db, id);
      if (!subject) continue;
      const device = await copyDevice(db, subject);
      const use = uses.get(id);
      results.push({
        id,
        title: device.title,
        location_title: device.siteTitle,
        version: use?.version ?? null,
        own: use ? ownChanges(device, use.applied) : [],
        may_edit: canEdit(who, subject),
      });
    }
    return { count: ids.length, results };
  });

  route(api, endpoints.preview, async ({ who, params, body, query }) => {
    const plan = await planRollOut(db, who, await typeOf(params.id), body);
    const loosened = plan.devices.flatMap(({ target, difference }) =>
      target && difference.loosens ? target.device.clientId : [],
    );
    const settings = await Promise.all([...new Set(loosened)].map((clientId) => changeSettingsOf(db, clientId)));
    const needsApproval = settings.some((one) => one.needsApproval);
    return {
      ...presentPlan(plan, query),
      needs_reason: needsApproval || settings.some((one) => one.needsReason),
      needs_approval: needsApproval,
    };
  });

  route(api, endpoints.rollOut, async (call) => {
    const { who, body } = call;
    const type = await typeOf(call.params.id);
    return await saved(call, 'Template rolled out', (save) =>
      rollOut(save, type, body, { who, reason: body.reason, publicUrl, writeRoles }),
    );
  });

  route(api, endpoints.undo, (call) => {
    const { who, body, params } = call;
    return saved(call, 'Template rolled back', async (save) => {
      const copy = await lockCopy(save.trx, { typeId: params.id }, params.rollout);
      if (copy && save.now - copy.at >= rollOutUndoMs) throw new Refusal('conflict', texts.late);
      const undone = await undoCopy(save, copy, { who, reason: body.reason, publicUrl, writeRoles, clientId: null });
      const devices = await copiedDevices(save.trx, params.rollout);
      await undoUses(
        save.trx,
        devices.map(({ deviceId }) => deviceId),
      );
      return undone;
    });
  });
};

const noTemplate = { version: 0, taken_at: null, taken_by: null, taken_from: null, groups: [] };

function presentTemplate(template: StoredTemplate | undefined): Omit<DeviceTemplate, 'counts' | 'undoable'> {
  if (!template) return noTemplate;
  const { version, document, taken_at, taken_by, taken_from } = template;
  const { responses, rules } = document.settings;
  const { shown } = contentOf(template);
  return {
    version,
    taken_at: taken_at.toISOString(),
    taken_by,
    taken_from,
    groups: document.groups.map((group) => ({
      id: group.id,
      name: group.name,
      sensors: [...shown.values()]
        .filter((sensor) => sensor.groupId === group.id)
        .map(({ path, shownName, type, shownUnit, image }) => ({
          id: path,
          name: shownName,
          type,
          unit: shownUnit,
          image,
          priority: responses[path]?.priority ?? null,
          what_to_do: responses[path]?.what_to_do ?? null,
          rules: rules.filter((rule) => rule.path === path).map((rule) => ruleSummary(inWords(rule, shown))),
        })),
    })),
  };
}
