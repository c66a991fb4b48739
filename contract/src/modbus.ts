import { z } from 'zod';
import { endpoint, IdParams } from './endpoint.ts';
import { SensorKind } from './layout.ts';

/**
 * A register map: what an F500's Modbus TCP server has at which address, as data. docs/connect.md explains each field
 * with examples. Addresses are those of the PDU, from 0 (a manual's 40001 is function 3, address 0).
 */
export const ModbusField = z.strictObject({
  /** 1 coils, 2 discrete inputs, 3 holding registers, 4 input registers. */
  fn: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  at: z.number().int().min(0).max(65_535),
  /** hi8, lo8: one byte of a register. bit: a coil, or one bit of a register. */
  as: z.enum(['u16', 'i16', 'u32', 'i32', 'f32', 'u64', 'i64', 'f64', 'hi8', 'lo8', 'bit', 'bits']),
  /** How the bytes of several registers stand: ABCD is high word and high byte first. */
  order: z.enum(['ABCD', 'CDAB', 'BADC', 'DCBA']).optional(),
  /** Lowest bit of `bit` and `bits`, 0 is the least significant. */
  bit: z.number().int().min(0).max(15).optional(),
  /** How many bits `bits` takes. */
  count: z.number().int().min(1).max(16).optional(),
  /** shown = scale * raw + offset. */
  scale: z.number().optional(),
  offset: z.number().optional(),
  /** Raw numbers that mean 'no value'. */
  none: z.array(z.number()).max(16).optional(),
  /** In a repeated group: how many addresses (or, of bits in a register, bits) the next one is further on. */
  stride: z.number().int().min(0).max(20_000).optional(),
});
export type ModbusField = z.infer<typeof ModbusField>;

const texts = z.record(z.string().regex(/^-?\d{1,9}$/), z.string().max(60));

/** A sensor as a register map tells it: at least one of `value`, `state` and `alarm` is read. */
export const ModbusSensor = z.strictObject({
  id: z.string().max(40),
  name: z.string().min(1).max(60),
  type: SensorKind,
  unit: z.string().max(60).optional(),
  /** Texts of an ENUM's or BOOL's values. */
  states: texts.optional(),
  value: ModbusField.optional(),
  /** A code beside the value, and its texts; an unknown code is shown as 'Code 17'. */
  state: ModbusField.extend({ texts }).optional(),
  /** In alarm when it is one of `when`, or, without that, not 0. */
  alarm: ModbusField.extend({ when: z.array(z.number()).min(1).max(256).optional() }).optional(),
});
export type ModbusSensor = z.infer<typeof ModbusSensor>;

/** A register map file; docs/connect.md explains each field. Times are milliseconds. */
export const RegisterMap = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,40}$/, 'A name is 1 to 40 small letters, digits and -'),
  title: z.string().min(1).max(60),
  /** Where it is from, and what of it is certain. */
  about: z.string().max(2_000),
  /** Made for this portal; it follows no maker's. */
  ours: z.boolean().default(false),
  unit_id: z.number().int().min(0).max(255).default(1),
  port: z.number().int().min(1).max(65_535).default(502),
  interval_ms: z.number().int().min(500).max(3_600_000).default(10_000),
  timeout_ms: z.number().int().min(1_000).max(3_000).default(1_500),
  /** Counts with each scan of the device: the same number again means old data, which is not taken. */
  freshness: ModbusField.optional(),
  groups: z
    .array(
      z.strictObject({
        id: z.string().max(40),
        name: z.string().min(1).max(60),
        meta: z.record(z.string().max(60), z.union([z.string().max(60), z.number(), z.boolean()])).optional(),
        /** The group so many times; {n} in ids and names is the number, from `first` on. */
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

/** What polling this device does now. */
export const ModbusStatistics = z.object({
  state: z.enum(['waiting', 'connecting', 'polling', 'backing-off', 'refused']),
  /** The newest failure in words, '' when the newest poll went well. */
  failure: z.string(),
  polls: z.number(),
  frames: z.number(),
  /** Polls that brought the same update counter as the one before. */
  stale: z.number(),
  requests: z.number(),
  answers: z.number(),
  timeouts: z.number(),
  exceptions: z.number(),
  retries: z.number(),
  connects: z.number(),
  /** Of the newest poll. */
  not_scanned: z.number(),
  poll_ms: z.number().nullable(),
  longest_answer_ms: z.number(),
  last_poll: z.iso.datetime().nullable(),
  next_poll: z.iso.datetime().nullable(),
});
export type ModbusStatistics = z.infer<typeof ModbusStatistics>;

/** One decoded value beside the registers that it was made of, so that a wrong map is seen. */
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
});
export type ModbusReading = z.infer<typeof ModbusReading>;

/** How a device is polled and what came of it, each value beside the registers that it was read from. */
export const DeviceModbus = z.object({
  /** null: it has no address and is not polled. */
  address: z.string().nullable(),
  /** The map in force, and whether the device has its own or that of its type. */
  map: z.object({ name: z.string(), title: z.string(), about: z.string(), ours: z.boolean(), interval_ms: z.number() }),
  source: z.enum(['type', 'device']),
  /** Maps to choose from. */
  maps: z.array(z.object({ name: z.string(), title: z.string(), ours: z.boolean() })),
  /** null: it is not polled by this server. */
  statistics: ModbusStatistics.nullable(),
  readings: z.array(ModbusReading),
});
export type DeviceModbus = z.infer<typeof DeviceModbus>;

/** The name of a known map, a map of its own, or null: that of its type. */
export const DeviceModbusInput = z.object({ map: z.union([z.string().max(40), RegisterMap]).nullable() });
export type DeviceModbusInput = z.infer<typeof DeviceModbusInput>;

export const endpoints = {
  one: endpoint({
    method: 'GET',
    path: '/api/v1/devices/:id/modbus/',
    may: 'device.edit',
    says: 'How an F500 is polled: its register map, statistics, and raw values beside decoded ones',
    params: IdParams,
    reply: DeviceModbus,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/v1/devices/:id/modbus/',
    may: 'device.edit',
    says: "Give a device another register map than its type's",
    params: IdParams,
    body: DeviceModbusInput,
    reply: DeviceModbus,
  }),
} as const;
