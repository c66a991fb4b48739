import { templateFields } from '@tocsin/contract/device-templates';
import { PayloadMap } from '@tocsin/contract/payload-map';
import { z } from 'zod';

/** `${NAME}`: the value of an environment variable. */
export const reference = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;
const Secret = z
  .string()
  .regex(reference, 'A secret does not stand in the file: name an environment variable, like ${LEG_CODE}.');

const text = z.string();
const optional = text.nullish();
const number = z.number();
const flag = z.boolean();
/** The name that it had: it is renamed and not made anew. */
const was = text.optional();
/** Why rules, policies or channels are loosened or removed. */
const reason = text.optional();
const words = z.array(text);
const named = <T extends z.ZodType>(item: T) => z.record(text, item);

const Response = z.strictObject({
  priority: optional,
  likely_cause: optional,
  consequence: optional,
  what_to_do: optional,
  respond_within_minutes: number.nullish(),
});

const Rule = Response.extend({
  sensor_id: text,
  sign: z.enum(['>', '<', '=']),
  value: number,
  delay_seconds: number,
  unit: optional,
  kind: text.optional(),
  window_seconds: number.nullish(),
  reference: optional,
  absolute: flag.optional(),
  deadband: number.optional(),
  off_delay_seconds: number.nullish(),
  only_while: z
    .strictObject({
      sensor_id: text,
      sign: z.enum(['>', '<', '=']).nullish(),
      value: number.nullish(),
      state: optional,
      for_seconds: number.optional(),
      unit: optional,
    })
    .nullish(),
});
export type FileRule = z.infer<typeof Rule>;

const Type = z.strictObject({
  label: text.optional(),
  enters: z.enum(['push', 'modbus']).optional(),
  groups_are_nodes: flag.optional(),
  raises_alarms: flag.optional(),
  claim: z.enum(['registry', 'open']).optional(),
  report_interval_s: number.nullish(),
  modbus_map: z.unknown().optional(),
  /** The name of a payload map of the client, else of one for everybody. */
  payload_map: optional,
  /** What new devices of the type take, and what is rolled out to the others. */
  template: z
    .strictObject({ ...templateFields, responses: named(Response).default({}), rules: z.array(Rule).default([]) })
    .optional(),
});

/** A payload map, by its name. */
const NamedMap = z.strictObject(PayloadMap.shape).omit({ name: true });

const Device = z.strictObject({
  was,
  reason,
  type: text.optional(),
  serial_number: text.optional(),
  /** Needed once, to add a device of the registry. */
  code: Secret.optional(),
  udf_id: optional,
  ip_address: optional,
  sender_id: optional,
  modbus_unit: number.nullish(),
  modbus_framing: z.enum(['tcp', 'rtu']).optional(),
  key_sensor: optional,
  names: named(text).optional(),
  degrees: z.enum(['F', 'C']).nullish(),
  networks: words.nullish(),
  responses: named(Response).optional(),
  /** The rules, or the name of a rule set. */
  rules: z.union([text, z.array(Rule)]).optional(),
});

const Site = z.strictObject({
  was,
  address: text.optional(),
  timezone: text.optional(),
  full_name: text.optional(),
  email: text.optional(),
  mobile: text.optional(),
  latitude: number.nullish(),
  longitude: number.nullish(),
  proof_interval_days: number.optional(),
  devices: named(Device).optional(),
});

const Person = z.strictObject({
  full_name: text.optional(),
  company: text.optional(),
  phone: text.optional(),
  address: text.optional(),
  is_active: flag.optional(),
  visual_dashboard_enabled: flag.optional(),
  /** Roles by site. */
  access: named(z.enum(['User', 'Engineer'])).optional(),
});

const Rotation = z.strictObject({
  was,
  site: optional,
  timezone: text.optional(),
  handover_time: text.optional(),
  frequency: z.enum(['daily', 'weekly']).optional(),
  weekday: number.nullish(),
  start: text.optional(),
  /** E-mail addresses, in the order of turns. */
  people: words.optional(),
});

const Webhook = z.strictObject({
  was,
  reason,
  site: optional,
  url: text.optional(),
  event_types: words.optional(),
  least_priority: text.optional(),
  format: text.optional(),
  template: optional,
  content_type: optional,
  is_active: flag.optional(),
  policies_only: flag.optional(),
  credential: Secret.optional(),
});

const Policy = z.strictObject({
  was,
  reason,
  site: optional,
  event_types: words.optional(),
  least_priority: text.optional(),
  /** `Site/Device` each; null: every device. */
  devices: words.nullish(),
  steps: z
    .array(
      z.strictObject({
        after_minutes: number,
        everybody: flag.optional(),
        targets: z.array(
          z.union(
            [z.strictObject({ person: text }), z.strictObject({ rotation: text }), z.strictObject({ webhook: text })],
            'Name a person (e-mail address), a rotation or a webhook.',
          ),
        ),
      }),
    )
    .optional(),
  repeats: number.optional(),
  repeat_after_minutes: number.optional(),
  goes_on_after_clearing: flag.optional(),
});

const Client = z.strictObject({
  was,
  number: number.optional(),
  address: text.optional(),
  phone: text.optional(),
  full_name: text.optional(),
  email: text.optional(),
  alternative_name: text.optional(),
  alternative_email: text.optional(),
  alternative_phone: text.optional(),
  acknowledged_kinds: words.optional(),
  is_2fa_required: flag.optional(),
  changes_need_reason: flag.optional(),
  changes_need_approval: flag.optional(),
  own_devices: flag.optional(),
  maps: named(NamedMap).optional(),
  types: named(Type).optional(),
  sites: named(Site).optional(),
  people: named(Person).optional(),
  rotations: named(Rotation).optional(),
  webhooks: named(Webhook).optional(),
  policies: named(Policy).optional(),
});

/** A file of `plan`, `apply` and `dump`. A field that is left out is not touched, nor is a list; what a new thing needs, its own form says. */
export const PlantFile = z.strictObject({
  tocsin: z.literal(1, 'This file begins with `tocsin: 1`.'),
  /** For everything in the file that needs one and names none. */
  reason,
  /** Payload maps and types for everybody; only an account of the operator makes them. */
  maps: named(NamedMap).optional(),
  types: named(Type).optional(),
  rule_sets: named(z.array(Rule)).optional(),
  clients: named(Client),
});
export type PlantFile = z.infer<typeof PlantFile>;
