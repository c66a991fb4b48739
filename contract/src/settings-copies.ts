import { z } from 'zod';
import { ChangeReason } from './changes.ts';
import { endpoint, IdParams, ListQuery, listOf, listQuery } from './endpoint.ts';
import { TextId } from './ids.ts';
import { WarningRow } from './sensors.ts';

/** Kinds of settings that can be copied from one device to others. */
export const copiedSettings = ['names', 'images', 'types', 'rules', 'priorities', 'responses', 'roles'] as const;
const Copied = z.enum(copiedSettings, 'Must be names, images, types, rules, priorities, responses or roles.');
export type CopiedSetting = z.infer<typeof Copied>;

/** Most devices of one copy. */
export const copyDevicesAtMost = 200;

const DeviceNumber = z.number('Enter the id of a device.').int().positive().max(2_147_483_647);
const choice = {
  /** The devices that get the settings. */
  devices: z
    .array(DeviceNumber)
    .min(1, 'Choose at least one device.')
    .max(copyDevicesAtMost, `Choose at most ${copyDevicesAtMost} devices.`)
    .refine((ids) => new Set(ids).size === ids.length, 'A device is named twice.'),
  what: z
    .array(Copied)
    .min(1, 'Choose at least one kind of setting.')
    .max(copiedSettings.length, 'A kind of setting is named twice.'),
};

/** One difference: a field of a sensor or of one of its rules. */
export const CopiedField = z.object({
  /** `groupId.sensorId`; empty: of the device. */
  sensor_id: z.string(),
  /** The sensor's name on that device. */
  sensor: z.string(),
  field: z.enum([
    'name',
    'image',
    'type',
    'rule',
    'priority',
    'likely_cause',
    'consequence',
    'what_to_do',
    'respond_within_minutes',
    'wall_sensor',
    'running_sensor',
    'running_above',
    'required',
  ]),
  /** The rule that a priority or response text belongs to, in words; null: the sensor's own. */
  rule: z.string().nullable(),
  /** Old and new value as text; null: none. */
  old: z.string().nullable(),
  new: z.string().nullable(),
});
export type CopiedField = z.infer<typeof CopiedField>;

const answered = z.string().nullish();
/** A rule as it is sent for a rehearsal, in an answer. */
const AnsweredRow = WarningRow.extend({ likely_cause: answered, consequence: answered, what_to_do: answered });

/** What a copy would change on one device. */
export const CopyDifference = z.object({
  device: z.number(),
  title: z.string(),
  location_title: z.string(),
  /** Why the device cannot get the settings; null: it can. */
  refused: z.string().nullable(),
  /** The copy loosens or removes a warning rule. */
  loosens: z.boolean(),
  changes: z.array(CopiedField),
  /** The rules that a template brings or changes, to be tried on the history of the device. */
  tries: z.array(z.object({ rule: z.string(), row: AnsweredRow })).optional(),
});
export type CopyDifference = z.infer<typeof CopyDifference>;

const Preview = listOf(CopyDifference).extend({
  /** Names the difference; the copy is refused when it is no longer the same. */
  digest: z.string(),
  refused: z.number().int(),
  /** Devices on which something changes. */
  changed: z.number().int(),
  /** A reason is needed. */
  needs_reason: z.boolean(),
  /** Loosened rules wait for another person. */
  needs_approval: z.boolean(),
});

/** A device of the same client and type that the caller may edit. */
export const CopyTarget = z.object({
  id: z.number(),
  title: z.string(),
  location_title: z.string(),
  /** Why the settings do not fit; null: they do. */
  refused: z.string().nullable(),
});

/** A copy that was made. */
export const SettingsCopy = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  by: z.string(),
  what: z.array(Copied),
  reason: z.string().nullable(),
  /** Titles of the changed devices that the caller may edit, and the number of all changed ones. */
  devices: z.array(z.string()),
  device_count: z.number().int(),
  /** null: not undone. */
  undone_at: z.iso.datetime().nullable(),
  undone_by: z.string().nullable(),
});
export type SettingsCopy = z.infer<typeof SettingsCopy>;

const Result = z.object({
  /** The copy, for undoing it; null when nothing differed. */
  id: z.number().nullable(),
  changed: z.number().int(),
  /** Devices whose rules wait for another person. */
  proposed: z.number().int(),
});
export type CopyResult = z.infer<typeof Result>;

const path = '/api/v1/devices/:id/settings/copies/' as const;
export const endpoints = {
  targets: endpoint.get(`${path}targets/`, {
    may: 'device.edit',
    programs: 'none',
    says: 'Devices of the same client and type that the caller may edit, and whether their layout is the same',
    params: IdParams,
    query: z.object({ ...listQuery(), search: z.string().trim().max(255).optional() }),
    reply: listOf(CopyTarget),
  }),
  preview: endpoint.post(`${path}preview/`, {
    may: 'device.edit',
    programs: 'none',
    says: 'What copying settings of this device to others would change: old and new value by device, sensor and field',
    params: IdParams,
    query: ListQuery,
    body: z.object(choice),
    reply: Preview,
  }),
  list: endpoint({
    method: 'GET',
    path,
    may: 'device.edit',
    programs: 'none',
    says: 'Copies of settings from this device, newest first',
    params: IdParams,
    query: ListQuery,
    reply: listOf(SettingsCopy),
  }),
  copy: endpoint({
    method: 'POST',
    path,
    may: 'device.edit',
    programs: 'none',
    says: 'Copies settings of this device to others as one step; 409 when the difference is no longer that of `digest`',
    params: IdParams,
    body: z.object({ ...choice, digest: z.string().max(100), reason: ChangeReason }),
    reply: Result,
  }),
  undo: endpoint.post(`${path}:copy/undo/`, {
    may: 'device.edit',
    programs: 'none',
    says: 'Restores on all devices of a copy what they had before; 409 when one of these settings was changed since',
    params: z.object({ id: IdParams.shape.id, copy: TextId }),
    body: z.object({ reason: ChangeReason }),
    reply: Result,
  }),
} as const;
