import { unzipSync } from 'node:zlib';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { limits } from '@tocsin/contract/limits';
import { type Steps, withoutPauses } from '../decode-steps.ts';
import { FrameRefusal } from '../frame-refusal.ts';

/** Data types of the public sparkplug_b.proto that a sensor can have; the others (bytes, sets, arrays) are refused. */
export const sparkplugTypes = {
  Int8: 1,
  Int16: 2,
  Int32: 3,
  Int64: 4,
  UInt8: 5,
  UInt16: 6,
  UInt32: 7,
  UInt64: 8,
  Float: 9,
  Double: 10,
  Boolean: 11,
  String: 12,
  DateTime: 13,
  Text: 14,
  UUID: 15,
} as const;

/** A raw value from the wire; the data type that gives a number its meaning may be known only from the birth. */
type WireValue =
  | { readonly kind: 'whole'; readonly value: bigint }
  | { readonly kind: 'real'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'text'; readonly value: string }
  /** Bytes, a data set or an extension, which no sensor can have; a template is in `template`. */
  | { readonly kind: 'unsupported' };

/** The properties with the same meaning as in JSON; null when sent as null. */
interface SparkplugProperties {
  readonly id?: string | null;
  readonly type?: string | null;
  readonly unit?: string | null;
  /** The unit as Ignition and others send it, such as `°C`. */
  readonly engUnit?: string | null;
  readonly alarm?: boolean | number | string | null;
  readonly status?: string | null;
  readonly state?: string | null;
  /** 192 good, 0 bad, 500 stale. */
  readonly Quality?: number | null;
}

/** One metric from the wire. Times are unix milliseconds. */
export interface SparkplugMetric {
  /** null when absent, which differs from 0. */
  readonly name: string | null;
  readonly alias: bigint | null;
  readonly timestamp: number | null;
  readonly datatype: number | null;
  readonly historical: boolean;
  readonly isNull: boolean;
  /** null without a value on the wire. */
  readonly value: WireValue | null;
  readonly properties: SparkplugProperties;
  /** A definition of a type, or an instance of one with its members. */
  readonly template?: { readonly isDefinition: boolean; readonly metrics: readonly SparkplugMetric[] };
}

/** A message of an edge node. `timestamp` is unix milliseconds, or null when absent. */
export interface SparkplugPayload {
  readonly timestamp: number | null;
  readonly seq: number | null;
  readonly metrics: readonly SparkplugMetric[];
}

/** What a decoder has read so far, also of a message that it refuses in the end. */
export interface SparkplugCost {
  metrics: number;
  /** After decompressing. */
  bytes: number;
}

const noProperties: SparkplugProperties = {};
/** Another encoding is refused, and never stored as replacement characters. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const readerOf = (bytes: Uint8Array): BinaryReader => new BinaryReader(bytes, (text) => utf8.decode(text));

/** Metrics after which a decoder pauses. */
export const metricsPerStep = 1_000;

/** Decodes a payload in one go; for tests and small messages. */
export const decodeSparkplug = (bytes: Uint8Array): SparkplugPayload => withoutPauses(decodeSparkplugInSteps(bytes));

/**
 * Decodes a payload of the public sparkplug_b.proto field by field, with a pause after every 1,000 metrics. Throws a
 * FrameRefusal for invalid bytes, and for more metrics or properties than a message may have, before it builds them.
 */
export function* decodeSparkplugInSteps(
  bytes: Uint8Array,
  cost: SparkplugCost = { metrics: 0, bytes: 0 },
): Steps<SparkplugPayload> {
  try {
    const { payload, uuid, body } = yield* readPayload(bytes, cost);
    if (uuid !== compressedUuid || body === null) return payload;
    // Only one level: the convention does not allow a payload that is compressed twice.
    const inner = (yield* readPayload(decompress(body), cost)).payload;
    return { ...inner, seq: inner.seq ?? payload.seq, timestamp: inner.timestamp ?? payload.timestamp };
  } catch (error) {
    if (error instanceof FrameRefusal) throw error;
    // Truncated, a wrong length, an unterminated group, or any other error of the reader.
    throw new FrameRefusal('structure', 'The message is not a valid Sparkplug B payload');
  }
}

/** The envelope that the Tahu Java and C clients put around a compressed payload. */
const compressedUuid = 'SPBV1.0_COMPRESSED';
const maxDecompressedBytes = 4 * limits.mqttPacketBytes;

/** Decompresses GZIP or DEFLATE, detected by the first bytes; the limit applies to the decompressed payload. */
function decompress(body: Uint8Array): Uint8Array {
  try {
    return unzipSync(body, { maxOutputLength: maxDecompressedBytes });
  } catch (error) {
    if (error instanceof RangeError)
      throw new FrameRefusal('limit', `The payload has more than ${maxDecompressedBytes} bytes when decompressed`);
    throw error;
  }
}

interface Envelope {
  readonly payload: SparkplugPayload;
  readonly uuid: string;
  readonly body: Uint8Array | null;
}

/** Throws a FrameRefusal 'limit' for too many metrics; reads their lengths only. */
function countMetrics(bytes: Uint8Array): void {
  const reader = readerOf(bytes);
  let count = 0;
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === 2 && ++count > limits.metricsPerMessage)
      throw new FrameRefusal('limit', `More than ${limits.metricsPerMessage} metrics in a message`);
    reader.skip(wire, field);
  }
}

/** Instances within instances; what is deeper is passed over, and counted as no sensor. */
const mostNested = 8;

/** Members count like metrics, before they are built. */
function readTemplate(bytes: Uint8Array, cost: SparkplugCost, depth: number): SparkplugMetric['template'] {
  const reader = readerOf(bytes);
  const metrics: SparkplugMetric[] = [];
  let isDefinition = false;
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === 2 && wire === WireType.LengthDelimited) {
      if (++cost.metrics > limits.metricsPerMessage)
        throw new FrameRefusal('limit', `More than ${limits.metricsPerMessage} metrics in a message`);
      metrics.push(readMetric(readerOf(reader.bytes()), cost, depth + 1));
    } else if (field === 5 && wire === WireType.Varint) isDefinition = reader.bool();
    else reader.skip(wire, field);
  }
  return { isDefinition, metrics };
}

function* readPayload(bytes: Uint8Array, cost: SparkplugCost): Steps<Envelope> {
  cost.bytes += bytes.length;
  countMetrics(bytes);
  const reader = readerOf(bytes);
  let uuid = '';
  let body: Uint8Array | null = null;
  let timestamp: number | null = null;
  let seq: number | null = null;
  const metrics: SparkplugMetric[] = [];
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === 1 && wire === WireType.Varint) timestamp = Number(reader.uint64());
    else if (field === 2 && wire === WireType.LengthDelimited) {
      cost.metrics++;
      metrics.push(readMetric(readerOf(reader.bytes()), cost, 0));
      if (metrics.length % metricsPerStep === 0) yield;
    } else if (field === 3 && wire === WireType.Varint) seq = Number(BigInt(reader.uint64()) & 0xffn);
    else if (field === 4 && wire === WireType.LengthDelimited) uuid = reader.string();
    else if (field === 5 && wire === WireType.LengthDelimited) body = reader.bytes();
    else reader.skip(wire, field);
  }
  return { payload: { timestamp, seq, metrics }, uuid, body };
}

function readMetric(reader: BinaryReader, cost: SparkplugCost, depth: number): SparkplugMetric {
  let name: string | null = null;
  let alias: bigint | null = null;
  let timestamp: number | null = null;
  let datatype: number | null = null;
  let historical = false;
  let isNull = false;
  let value: WireValue | null = null;
  let properties = noProperties;
  let template: SparkplugMetric['template'];
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === 1 && wire === WireType.LengthDelimited) name = reader.string();
    else if (field === 2 && wire === WireType.Varint) alias = BigInt(reader.uint64());
    else if (field === 3 && wire === WireType.Varint) timestamp = Number(reader.uint64());
    else if (field === 4 && wire === WireType.Varint) datatype = reader.uint32();
    else if (field === 5 && wire === WireType.Varint) historical = reader.bool();
    else if (field === 7 && wire === WireType.Varint) isNull = reader.bool();
    else if (field === 9 && wire === WireType.LengthDelimited) properties = readProperties(readerOf(reader.bytes()));
    else if (field === 18 && wire === WireType.LengthDelimited && depth < mostNested)
      template = readTemplate(reader.bytes(), cost, depth);
    else value = readValue(reader, field - 10, wire) ?? value;
  }
  const metric = { name, alias, timestamp, datatype, historical, isNull, value, properties };
  return template ? { ...metric, value: { kind: 'unsupported' }, template } : metric;
}

/** The value oneof of a metric, from field 10 on, and of a property value, from field 3 on. */
function readValue(reader: BinaryReader, place: number, wire: WireType): WireValue | null {
  if ((place === 0 || place === 1) && wire === WireType.Varint)
    return { kind: 'whole', value: BigInt(reader.uint64()) };
  if (place === 2 && wire === WireType.Bit32) return { kind: 'real', value: reader.float() };
  if (place === 3 && wire === WireType.Bit64) return { kind: 'real', value: reader.double() };
  if (place === 4 && wire === WireType.Varint) return { kind: 'boolean', value: reader.bool() };
  if (place === 5 && wire === WireType.LengthDelimited) return { kind: 'text', value: reader.string() };
  reader.skip(wire, place);
  return place >= 6 && place <= 9 ? { kind: 'unsupported' } : null;
}

type Known = keyof SparkplugProperties;
const known: ReadonlySet<string> = new Set<Known>([
  'id',
  'type',
  'unit',
  'engUnit',
  'alarm',
  'status',
  'state',
  'Quality',
]);

function readProperties(reader: BinaryReader): SparkplugProperties {
  const keys: string[] = [];
  const values: (WireValue | null)[] = [];
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (Math.max(keys.length, values.length) > limits.propertiesPerMetric)
      throw new FrameRefusal('limit', `More than ${limits.propertiesPerMetric} properties of a metric`);
    if (field === 1 && wire === WireType.LengthDelimited) keys.push(reader.string());
    else if (field === 2 && wire === WireType.LengthDelimited) values.push(readPropertyValue(readerOf(reader.bytes())));
    else reader.skip(wire, field);
  }
  const properties: Record<string, string | boolean | number | null> = {};
  keys.forEach((key, i) => {
    const value = values[i];
    if (!known.has(key) || value?.kind === 'unsupported') return;
    if (value === undefined || value === null) properties[key] = null;
    else if (key === 'Quality') properties[key] = Number(value.value);
    else if (key === 'alarm') properties[key] = value.kind === 'whole' ? Number(value.value) : value.value;
    else properties[key] = String(value.value);
  });
  return properties;
}

function readPropertyValue(reader: BinaryReader): WireValue | null {
  let value: WireValue | null = null;
  let isNull = false;
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === 2 && wire === WireType.Varint) isNull = reader.bool();
    else if (field === 1) reader.skip(wire, field);
    else value = readValue(reader, field - 3, wire) ?? value;
  }
  return isNull ? null : value;
}

const rebirthMetric = 'Node Control/Rebirth';

/** Encodes a rebirth request, the only command that Tocsin sends: the edge node announces everything again. */
export function encodeRebirth(timestamp: number): Buffer {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.Varint).uint64(timestamp);
  writer.tag(2, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).string(rebirthMetric);
  writer.tag(3, WireType.Varint).uint64(timestamp);
  writer.tag(4, WireType.Varint).uint32(sparkplugTypes.Boolean);
  writer.tag(14, WireType.Varint).bool(true);
  writer.join();
  return Buffer.from(writer.finish());
}
