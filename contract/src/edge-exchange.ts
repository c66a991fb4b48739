import { z } from 'zod';
import { DeviceType } from './device-type.ts';
import { endpoint } from './endpoint.ts';
import { AnyId } from './ids.ts';
import { limits } from './limits.ts';
import { RegisterMap } from './modbus.ts';

/**
 * What an edge and the portal say to each other. An edge stores an item's JSON text once and sends exactly that text,
 * however often it must send it.
 */

/** Counts an edge's records from 1; given once, with the item, on the edge's disk. */
const number = z.int().min(1);
const time = z.int().min(0).max(8.64e15);
const head = { n: number, d: AnyId };
/** A double for each sensor, and the padding. */
const base64 = z
  .string()
  .max(Math.ceil((limits.sensorsPerDevice * 8 * 4) / 3) + 4)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/);
const texts = z
  .array(z.tuple([z.int().min(0).max(limits.sensorsPerDevice), z.string().max(200)]))
  .max(limits.sensorsPerDevice);

/** A device's list of sensors, in the JSON convention of births. */
export const EdgeBirth = z.object({
  ...head,
  k: z.literal('birth'),
  /** The device's MQTT session at the edge; null without sessions. */
  session: z.int().min(0).nullable(),
  hash: z.string().max(40),
  birth: z.unknown(),
  at: time,
});
export type EdgeBirth = z.infer<typeof EdgeBirth>;

/** One frame of a device. `ts`, `boot`, `seq` and what was sent identify it for ever. */
export const EdgeFrame = z.object({
  ...head,
  k: z.literal('frame'),
  /** The layout it belongs to. */
  hash: z.string().max(40),
  ts: time,
  boot: z.int().min(0).nullable(),
  /** The device's own, or what the edge gave to tell two frames of one moment; null: its content tells it. */
  seq: z.int().min(0).nullable(),
  /** Marked as history by the device itself. */
  historical: z.boolean(),
  /** Hash of what the device sent. */
  content: z.int().min(0),
  /** Doubles, little-endian; NaN: no value. */
  values: base64,
  /** One byte per sensor: the bits of pipeline/types.ts. */
  flags: base64,
  state: texts,
  status: texts,
  rejected: z.int().min(0),
  /**
   * Present when it was the device's newest: what was not sent is what was known then, and these bits of each sensor
   * tell what was known at all. Without it, only what was sent is here.
   */
  known: base64.nullable(),
  /** The edge's time at which it arrived. */
  at: time,
});
export type EdgeFrame = z.infer<typeof EdgeFrame>;

/** A device said goodbye, or the broker said it for it. */
export const EdgeDeath = z.object({
  ...head,
  k: z.literal('death'),
  ts: time,
  will: z.boolean(),
  session: z.int().min(0).nullable(),
  /** When the device died, as its gateway says; null: when the edge got the message. */
  died_at: time.nullable().default(null),
  at: time,
});
export type EdgeDeath = z.infer<typeof EdgeDeath>;

/** Polls of a device that were missed because the edge had no room. */
export const EdgeGap = z.object({ ...head, k: z.literal('gap'), from: time, to: time, polls: z.int().min(1) });
export type EdgeGap = z.infer<typeof EdgeGap>;

export const EdgeItem = z.discriminatedUnion('k', [EdgeBirth, EdgeFrame, EdgeDeath, EdgeGap]);
export type EdgeItem = z.infer<typeof EdgeItem>;

/** How the edge is. */
export const EdgeHealth = z.object({
  version: z.string().max(40),
  started_at: time,
  queue_records: z.int().min(0),
  queue_bytes: z.int().min(0),
  queue_bound_bytes: z.int().min(0),
  /** Arrival of the oldest record that the portal has not confirmed; null: it has all. */
  oldest_at: time.nullable(),
  is_full: z.boolean(),
  /** Since the edge's start: */
  missed_polls: z.int().min(0),
  refused_records: z.int().min(0),
  damaged_records: z.int().min(0),
  memory_bytes: z.int().min(0),
  /** The portal's time minus the edge's system clock, in milliseconds; null: not measured yet. */
  clock_offset_ms: z.number().nullable(),
  sessions: z.int().min(0),
  /** Ports of HTTP and MQTT, null: off; devices that it polls by Modbus. */
  adapters: z.object({
    http_port: z.int().min(0).max(65_535),
    mqtt_port: z.int().min(0).max(65_535).nullable(),
    polled_devices: z.int().min(0),
  }),
  /** Whether it can send a message itself while the portal cannot be reached. */
  notifies: z.boolean(),
  /** Payload maps that it uses. */
  maps: z
    .array(z.object({ id: AnyId, name: z.string().max(60), version: z.int() }))
    .max(1_000)
    .optional(),
});
export type EdgeHealth = z.infer<typeof EdgeHealth>;

/** Most items of one exchange. */
export const maxEdgeItems = 500;

export const EdgeExchange = z.object({
  /** The edge's time when it sent this. */
  time,
  lane: z.enum(['live', 'backfill']),
  /** Number of the configuration that the edge has; 0: none. */
  configuration: z.int().min(0),
  /** Open MQTT sessions: device and session. Absent on the back-fill lane. */
  sessions: z
    .array(z.tuple([AnyId, z.int().min(0)]))
    .max(10_000)
    .optional(),
  health: EdgeHealth.optional(),
  items: z.array(EdgeItem).max(maxEdgeItems),
});
export type EdgeExchange = z.infer<typeof EdgeExchange>;

/**
 * stored: committed, or known already. refused: never will be. birth: its list of sensors is not the device's current
 * one; send the birth before it. again: not stored for a reason on the portal's side.
 */
export const EdgeResult = z.enum(['stored', 'refused', 'birth', 'again']);
export type EdgeResult = z.infer<typeof EdgeResult>;

/** A text and its Ed25519 signature, base64. */
export const SignedConfiguration = z.object({ text: z.string(), signature: z.string() });
export type SignedConfiguration = z.infer<typeof SignedConfiguration>;

export const EdgeAnswer = z.object({
  /** The portal's time. */
  time,
  /** One for each item, in order. */
  results: z.array(EdgeResult),
  /** A newer configuration than the edge has. */
  configuration: SignedConfiguration.nullable(),
});
export type EdgeAnswer = z.infer<typeof EdgeAnswer>;

/** scrypt of a code or password (N 16384, r 8, p 1, 32 bytes), base64. */
export const SaltedDigest = z.object({ salt: z.string(), digest: z.string() });
export type SaltedDigest = z.infer<typeof SaltedDigest>;

/** The text of a signed configuration. */
export const EdgeConfiguration = z.object({
  number: z.int().min(1),
  edge: z.object({ id: AnyId, title: z.string() }),
  site: z.object({ id: AnyId, title: z.string(), client: z.string(), client_id: AnyId, timezone: z.string() }),
  /** The site's gateway credential; null: there is none, or it was made before edges existed. */
  gateway: SaltedDigest.extend({ username: z.string() }).nullable(),
  devices: z.array(
    z.object({
      id: AnyId,
      title: z.string(),
      serial_number: z.string(),
      code: SaltedDigest,
      /** Codes of shipped types: for an own type the nearest, since an edge of 2.0.0 knows no others. */
      device_type: z.string(),
      shown_type: z.string(),
      /** The types themselves; absent in a configuration of 2.0.0. */
      type: DeviceType.optional(),
      shown_as: DeviceType.optional(),
      udf_id: z.string().nullable(),
      ip_address: z.string().nullable(),
      /** For a device that is polled, without what an edge of 2.0.0 does not know; that is in `modbus`. */
      register_map: RegisterMap.nullable(),
      modbus: RegisterMap.nullish(),
      modbus_unit: z.number().nullish(),
      modbus_framing: z.enum(['tcp', 'rtu']).optional(),
      sensor_names: z.record(z.string(), z.string()),
      /** Of a device whose JSON a payload map reads: the map, the sender's own id, and when the device was added. */
      payload_map: AnyId.optional(),
      sender_id: z.string().nullish(),
      added_at: time.optional(),
    }),
  ),
  /** The payload maps of these devices. A map that the edge cannot read is skipped, and everything else is used. */
  maps: z
    .array(z.object({ id: AnyId, version: z.int(), saved_at: time, is_saved: z.boolean(), map: z.unknown() }))
    .optional(),
});
export type EdgeConfiguration = z.infer<typeof EdgeConfiguration>;

/** 256 random bits, base64url: the key that an edge made for itself. */
export const EdgeKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'A key has 256 bits.');

export const ClaimedEdge = z.object({
  id: AnyId,
  title: z.string(),
  location: z.string(),
  /** Verifies every configuration from now on: Ed25519, SPKI, base64. */
  public_key: z.string(),
});
export type ClaimedEdge = z.infer<typeof ClaimedEdge>;

export const exchangePath = '/api/v1/edge/exchange/';

export const endpoints = {
  claim: endpoint.post('/api/v1/edge/claim/', {
    may: 'anyone',
    says: 'An edge claims its place with the code that the portal made, and gives the key that it made',
    body: z.object({ code: z.string().max(100), key: EdgeKey }),
    reply: ClaimedEdge,
    perMinute: 20,
  }),
} as const;
