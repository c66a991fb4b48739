import { z } from 'zod';
import { ChangeReason } from './changes.ts';
import { endpoint, IdParams, ListQuery, listOf } from './endpoint.ts';
import { AnyId, PartId, TextId } from './ids.ts';
import { SensorKind } from './layout.ts';
import { limits } from './limits.ts';
import { line } from './line.ts';
import { Priority } from './priority.ts';
import { StatedRule } from './provisioning.ts';
import { ResponseFields, ResponseInput } from './responses.ts';
import { WarningRow } from './sensors.ts';
import { CopiedField, CopyDifference, copyDevicesAtMost } from './settings-copies.ts';

/** A roll-out can be undone for this time. */
export const rollOutUndoMs = 86_400_000;

/** A sensor of a template: what a new device of the type brings along. */
const TemplateSensor = z.object({
  /** `groupId.sensorId`. */
  id: z.string(),
  name: z.string(),
  type: SensorKind,
  unit: z.string(),
  image: z.number().nullable(),
  priority: Priority.nullable(),
  what_to_do: z.string().nullable(),
  /** Its rules in words: 'Above 65 °C for 60 s'. */
  rules: z.array(z.string()),
});

/** The settings that the devices of a type follow, as somebody took them from a device. */
export const DeviceTemplate = z.object({
  /** 0: the type has no template yet. */
  version: z.number().int(),
  taken_at: z.iso.datetime().nullable(),
  taken_by: z.string().nullable(),
  /** Title of the device from which it was taken. */
  taken_from: z.string().nullable(),
  groups: z.array(z.object({ id: z.string(), name: z.string(), sensors: z.array(TemplateSensor) })),
  /** Devices of the type that the reader may see, by how they stand to the template. */
  counts: z.object({
    devices: z.number().int(),
    /** null: there are too many devices to look at each. */
    follow: z.number().int().nullable(),
    differ: z.number().int().nullable(),
    /** They follow an older version, or none yet. */
    behind: z.number().int(),
  }),
  /** The newest roll-out, while it can be undone. */
  undoable: z.object({ id: z.number(), at: z.iso.datetime(), by: z.string(), devices: z.number().int() }).nullable(),
});
export type DeviceTemplate = z.infer<typeof DeviceTemplate>;

/** How a device stands to the template of its type. */
export const TemplateDevice = z.object({
  id: z.number(),
  title: z.string(),
  location_title: z.string(),
  /** The version that it took last; null: none yet. */
  version: z.number().int().nullable(),
  /** What was changed on the device since: `old` is the template's, `new` its own. */
  own: z.array(CopiedField),
  may_edit: z.boolean(),
});
export type TemplateDevice = z.infer<typeof TemplateDevice>;

const RollOutPreview = listOf(CopyDifference).extend({
  /** Names the difference; the roll-out is refused when it is no longer the same. */
  digest: z.string(),
  refused: z.number().int(),
  changed: z.number().int(),
  needs_reason: z.boolean(),
  needs_approval: z.boolean(),
});
export type RollOutPreview = z.infer<typeof RollOutPreview>;

const Result = z.object({
  /** The roll-out, for undoing it; null when nothing differed. */
  id: z.number().nullable(),
  changed: z.number().int(),
  proposed: z.number().int(),
});

const chosen = {
  devices: z
    .array(AnyId)
    .min(1, 'Choose at least one device.')
    .max(copyDevicesAtMost, `Choose at most ${copyDevicesAtMost} devices.`),
  /** True: also devices on which a rule that changes has an open warning. */
  with_open_warnings: z.boolean().default(false),
};

const name = line().max(limits.nameLength);
const byPath = <T extends z.ZodType>(value: T) => z.record(z.string().max(80), value);
/** What a template consists of, beside responses and rules; settings are by `groupId.sensorId`. */
export const templateFields = {
  groups: z
    .array(z.strictObject({ id: PartId, name }))
    .min(1)
    .max(limits.sensorsPerDevice),
  sensors: z
    .array(
      z.strictObject({
        groupId: PartId,
        sensorId: PartId,
        name,
        type: SensorKind,
        unit: line().max(40),
        states: z.record(z.string().max(40), name).default({}),
      }),
    )
    .min(1)
    .max(limits.sensorsPerDevice),
  /** Displayed units. */
  units: byPath(line().max(40)).default({}),
  names: byPath(name).default({}),
  images: byPath(z.number().int().min(0).max(999)).default({}),
  /** `wall_sensor`, `running_sensor`, `running_above`, and `required PATH`. */
  roles: z.record(z.string().max(120), line().max(120)).default({}),
};
const TemplateInput = z.strictObject({
  ...templateFields,
  responses: byPath(ResponseInput).default({}),
  rules: z.array(WarningRow).max(2_000).default([]),
});
export type TemplateInput = z.infer<typeof TemplateInput>;

/** A template as a whole, for programs that take it elsewhere; version 0: there is none. */
export const StatedTemplate = z.object({
  version: z.number().int(),
  template: z.object({ ...templateFields, responses: byPath(ResponseFields), rules: z.array(StatedRule) }).nullable(),
});
export type StatedTemplate = z.infer<typeof StatedTemplate>;

const path = '/api/v1/device-types/:id/template/' as const;
export const endpoints = {
  one: endpoint({
    method: 'GET',
    path,
    may: 'device-type.see',
    programs: 'read',
    says: 'The template of a device type: names, images, units, priorities, rules and texts by sensor',
    params: IdParams,
    reply: DeviceTemplate,
  }),
  take: endpoint({
    method: 'PUT',
    path,
    may: 'device-type.change',
    programs: 'none',
    says: 'Takes the present settings of a device of the type as the next version of its template; no device changes',
    params: IdParams,
    body: z.object({ device: AnyId, version: z.number().int().min(0).max(1_000_000_000) }),
    reply: DeviceTemplate,
  }),
  stated: endpoint.get(`${path}document/`, {
    may: 'device-type.see',
    programs: 'read',
    says: 'The template of a device type as a whole, as it can be stored elsewhere',
    params: IdParams,
    reply: StatedTemplate,
  }),
  state: endpoint.put(`${path}document/`, {
    may: 'device-type.change',
    programs: 'types',
    says: 'Stores a template as a whole as the next version; no device changes',
    params: IdParams,
    body: z.object({ template: TemplateInput, version: z.number().int().min(0).max(1_000_000_000) }),
    reply: StatedTemplate,
  }),
  devices: endpoint.get(`${path}devices/`, {
    may: 'device-type.see',
    programs: 'read',
    says: 'Devices of the type that the caller may see: the version that each took last, and what is its own since',
    params: IdParams,
    query: ListQuery,
    reply: listOf(TemplateDevice),
  }),
  preview: endpoint.post(`${path}rollouts/preview/`, {
    may: 'device-type.change',
    programs: 'none',
    says: 'What rolling out the template would change: old and new value by device, sensor and field',
    params: IdParams,
    query: ListQuery,
    body: z.object(chosen),
    reply: RollOutPreview,
  }),
  rollOut: endpoint.post(`${path}rollouts/`, {
    may: 'device-type.change',
    programs: 'none',
    says: 'Rolls the template out to devices in one step; what is their own stays. 409 when the difference is another one',
    params: IdParams,
    body: z.object({ ...chosen, digest: z.string().max(100), reason: ChangeReason }),
    reply: Result,
  }),
  undo: endpoint.post(`${path}rollouts/:rollout/undo/`, {
    may: 'device-type.change',
    programs: 'none',
    says: 'Restores within 24 h what the devices of a roll-out had before; 409 when one of these settings was changed since',
    params: z.object({ id: IdParams.shape.id, rollout: TextId }),
    body: z.object({ reason: ChangeReason }),
    reply: Result,
  }),
} as const;
