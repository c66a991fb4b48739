import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SensorKind } from './layout.ts';
import { line } from './line.ts';
import { unscannedStates } from './status.ts';

/**
 * A register map: the layout of a device's Modbus registers as data. docs/connect.md explains each field with
 * examples. Addresses are those of the PDU, from 0 (a manual's 40001 is function 3, address 0).
 */
export const ModbusField = z.strictObject({
  /** 1 coils, 2 discrete inputs, 3 holding registers, 4 input registers. */
  fn: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  at: z.number().int().min(0).max(65_535),
  /** hi8, lo8: one byte of a register. bit: a coil, or one bit of a register. */
  as: z.enum(['u16', 'i16', 'u32', 'i32', 'f32', 'u64', 'i64', 'f64', 'hi8', 'lo8', 'bit', 'bits']),
  /** Byte order across registers: ABCD is high word and high byte first. */
  order: z.enum(['ABCD', 'CDAB', 'BADC', 'DCBA']).optional(),
  /** Lowest bit of `bit` and `bits`; 0 is the least significant. */
  bit: z.number().int().min(0).max(15).optional(),
  /** Number of bits of `bits`. */
  count: z.number().int().min(1).max(16).optional(),
  /** displayed = scale * raw + offset. */
  scale: z.number().optional(),
  offset: z.number().optional(),
  /** Raw numbers that mean 'no value'. */
  none: z.array(z.number()).max(16).optional(),
  /** In a repeated group: distance to the next repetition, in addresses (or, for bits in a register, bits). */
  stride: z.number().int().min(0).max(20_000).optional(),
});
export type ModbusField = z.infer<typeof ModbusField>;

const texts = z.record(z.string().regex(/^-?\d{1,9}$/), line().max(60));

/** A sensor of a register map; at least one of `value`, `state` and `alarm` is read. */
export const ModbusSensor = z.strictObject({
  id: line().max(40),
  name: line().min(1).max(60),
  type: SensorKind,
  unit: line().max(60).optional(),
  /** Texts of an ENUM's or BOOL's values. */
  states: texts.optional(),
  value: ModbusField.optional(),
  /** A code beside the value, and its texts; an unknown code is displayed as 'Code 17'. */
  state: ModbusField.extend({ texts }).optional(),
  /** In alarm when the value is one of `when` or, without that, not 0. */
  alarm: ModbusField.extend({ when: z.array(z.number()).min(1).max(256).optional() }).optional(),
});
export type ModbusSensor = z.infer<typeof ModbusSensor>;

/** A register map file; docs/connect.md explains each field. Times are milliseconds. */
export const RegisterMap = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,40}$/, 'A name is 1 to 40 small letters, digits and -'),
  title: line().min(1).max(60),
  /** Origin of the map, and which parts are verified. */
  about: z.string().max(2_000),
  /** Defined for this portal, not by a manufacturer. */
  ours: z.boolean().default(false),
  unit_id: z.number().int().min(0).max(255).default(1),
  port: z.number().int().min(1).max(65_535).default(502),
  interval_ms: z.number().int().min(500).max(3_600_000).default(10_000),
  timeout_ms: z.number().int().min(1_000).max(3_000).default(1_500),
  /** The biggest request that the slave answers. */
  request_registers: z.number().int().min(1).max(125).default(125),
  request_bits: z.number().int().min(1).max(2_000).default(2_000),
  /** Reading this many unused addresses between two used ones is cheaper than another request; 0: never. */
  gap: z.number().int().min(0).max(64).default(8),
  /** Time between two requests. */
  pause_ms: z.number().int().min(0).max(1_000).default(0),
  /** The functions that the slave has; absent: all that read. */
  functions: z
    .array(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]))
    .min(1)
    .max(4)
    .optional(),
  /** Increases with each scan of the device: an unchanged number means old data, which is ignored. */
  freshness: ModbusField.optional(),
  groups: z
    .array(
      z.strictObject({
        id: line().max(40),
        name: line().min(1).max(60),
        meta: z.record(z.string().max(60), z.union([line().max(60), z.number(), z.boolean()])).optional(),
        /** Repeats the group this many times; {n} in ids and names is the number, starting at `first`. */
        repeat: z
          .strictObject({ count: z.number().int().min(1).max(250), first: z.number().int().min(0).default(1) })
          .optional(),
        sensors: z.array(ModbusSensor).min(1).max(1_000),
      }),
    )
    .min(1)
    .max(250),
});
export type RegisterMap = z.infer<typeof RegisterMap>;

/** Polling statistics of a device. */
export const ModbusStatistics = z.object({
  /** Since when it is asked at this address by this register map; earlier values may have been read otherwise. */
  since: z.iso.datetime().optional(),
  state: z.enum(['waiting', 'connecting', 'polling', 'backing-off', 'refused']),
  /** Text of the newest failure; '' when the newest poll succeeded. */
  failure: z.string(),
  polls: z.number(),
  frames: z.number(),
  /** Polls with an unchanged update counter. */
  stale: z.number(),
  requests: z.number(),
  answers: z.number(),
  timeouts: z.number(),
  exceptions: z.number(),
  retries: z.number(),
  connects: z.number(),
  /** Sensors not scanned in the newest poll. */
  not_scanned: z.number(),
  /** The requests of the newest poll, at most 64. */
  last_requests: z
    .array(z.object({ fn: z.number(), at: z.number(), count: z.number(), ms: z.number(), is_answered: z.boolean() }))
    .optional(),
  poll_ms: z.number().nullable(),
  longest_answer_ms: z.number(),
  last_poll: z.iso.datetime().nullable(),
  next_poll: z.iso.datetime().nullable(),
});
export type ModbusStatistics = z.infer<typeof ModbusStatistics>;

/** Who compared a value with the machine's display, and when. */
export const Compared = z.object({ by: z.string(), at: z.iso.datetime() });

/** One decoded value beside its raw registers, to reveal a wrong map. */
export const ModbusReading = z.object({
  path: z.string(),
  group: z.string(),
  name: z.string(),
  unit: z.string(),
  /** `4:1000 4248 0000`: function, address, the registers in hexadecimal (bits as 0 and 1). */
  raw: z.string(),
  value: z.number().nullable(),
  state: z.string(),
  alarm: z.boolean(),
  /** Why it was not read; null or absent: it was, or nobody knows. */
  reason: z.string().nullable().optional(),
  /** Who compared it with the machine's display, and when; null or absent: nobody since its map changed. */
  compared: Compared.nullable().optional(),
});
export type ModbusReading = z.infer<typeof ModbusReading>;

/** Whether a reading has a value or a state of its own, which can be compared with the machine. */
export const isRead = ({ value, state }: { readonly value: number | null; readonly state: string }): boolean =>
  value !== null || (state !== '' && !unscannedStates.has(state));

/** Polling configuration and results of a device, each value beside its raw registers. */
export const DeviceModbus = z.object({
  /** null: no address, not polled. */
  address: z.string().nullable(),
  /** The map in use (null: a type of its own without one), and whether it is the device's own or that of its type. */
  map: z
    .object({ name: z.string(), title: z.string(), about: z.string(), ours: z.boolean(), interval_ms: z.number() })
    .nullable(),
  source: z.enum(['type', 'device']),
  /** Available maps. */
  maps: z.array(z.object({ name: z.string(), title: z.string(), ours: z.boolean() })),
  /** null: not polled by this server. */
  statistics: ModbusStatistics.nullable(),
  readings: z.array(ModbusReading),
  /** The map itself, for editing; null: there is none. */
  document: RegisterMap.nullable().optional(),
});
export type DeviceModbus = z.infer<typeof DeviceModbus>;

/** The name of a known map, a custom map, or null: that of the type. */
export const DeviceModbusInput = z.object({ map: z.union([z.string().max(40), RegisterMap]).nullable() });
export type DeviceModbusInput = z.infer<typeof DeviceModbusInput>;

/** Ticks and unticks values as compared, by path. */
export const ComparedInput = z.object({
  compared: z.array(line().max(80)).max(1_000),
  not_compared: z.array(line().max(80)).max(1_000).default([]),
});
export type ComparedInput = z.infer<typeof ComparedInput>;

export const endpoints = {
  one: endpoint.get('/api/v1/devices/:id/modbus/', {
    may: 'device.edit',
    programs: 'read',
    says: 'How an F500 is polled: its register map, statistics, and raw values beside decoded ones',
    reply: DeviceModbus,
  }),
  change: endpoint.put('/api/v1/devices/:id/modbus/', {
    may: 'device.edit',
    programs: 'plant',
    says: "Give a device another register map than its type's",
    body: DeviceModbusInput,
    reply: DeviceModbus,
  }),
  compare: endpoint.post('/api/v1/devices/:id/modbus/compared/', {
    may: 'device.edit',
    programs: 'none',
    says: "Note which values were compared with the machine's display",
    body: ComparedInput,
    reply: DeviceModbus,
  }),
} as const;
