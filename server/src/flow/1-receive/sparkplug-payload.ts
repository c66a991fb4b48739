import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { FrameRefusal } from './refusal.ts';

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

/** A value as it stood on the wire: what a number means depends on the data type, which only the birth may tell. */
export type WireValue =
  | { readonly kind: 'whole'; readonly value: bigint }
  | { readonly kind: 'real'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'text'; readonly value: string }
  /** Bytes, a data set, a template, an extension: nothing a sensor can be. */
  | { readonly kind: 'unsupported' };

/** The properties that mean the same as in JSON; null: told as null. */
export interface SparkplugProperties {
  readonly id?: string | null;
  readonly type?: string | null;
  readonly unit?: string | null;
  readonly alarm?: boolean | number | string | null;
  readonly status?: string | null;
  readonly state?: string | null;
}

/** One metric as the wire has it. Times are unix milliseconds. */
export interface SparkplugMetric {
  /** null: absent, which is not 0. */
  readonly name: string | null;
  readonly alias: bigint | null;
  readonly timestamp: number | null;
  readonly datatype: number | null;
  readonly historical: boolean;
  readonly isNull: boolean;
  /** null: no value on the wire. */
  readonly value: WireValue | null;
  readonly properties: SparkplugProperties;
}

/** A message of an edge node; its `timestamp` is unix milliseconds, null where the message has none. */
export interface SparkplugPayload {
  readonly timestamp: number | null;
  readonly seq: number | null;
  readonly metrics: readonly SparkplugMetric[];
}

const noProperties: SparkplugProperties = {};

/** Reads a payload of the public sparkplug_b.proto field by field; throws a FrameRefusal for what is none. */
export function decodeSparkplug(bytes: Uint8Array): SparkplugPayload {
  try {
    return readPayload(new BinaryReader(bytes));
  } catch (error) {
    if (error instanceof FrameRefusal) throw error;
    // Cut off, a wrong length, a group without end: whatever the reader stumbles over.
    throw new FrameRefusal('structure', 'The message is not a valid Sparkplug B payload');
  }
}

function readPayload(reader: BinaryReader): SparkplugPayload {
  let timestamp: number | null = null;
  let seq: number | null = null;
  const metrics: SparkplugMetric[] = [];
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === 1 && wire === WireType.Varint) timestamp = Number(reader.uint64());
    else if (field === 2 && wire === WireType.LengthDelimited)
      metrics.push(readMetric(new BinaryReader(reader.bytes())));
    else if (field === 3 && wire === WireType.Varint) seq = Number(BigInt(reader.uint64()) & 0xffn);
    else reader.skip(wire, field);
  }
  return { timestamp, seq, metrics };
}

function readMetric(reader: BinaryReader): SparkplugMetric {
  let name: string | null = null;
  let alias: bigint | null = null;
  let timestamp: number | null = null;
  let datatype: number | null = null;
  let historical = false;
  let isNull = false;
  let value: WireValue | null = null;
  let properties = noProperties;
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === 1 && wire === WireType.LengthDelimited) name = reader.string();
    else if (field === 2 && wire === WireType.Varint) alias = BigInt(reader.uint64());
    else if (field === 3 && wire === WireType.Varint) timestamp = Number(reader.uint64());
    else if (field === 4 && wire === WireType.Varint) datatype = reader.uint32();
    else if (field === 5 && wire === WireType.Varint) historical = reader.bool();
    else if (field === 7 && wire === WireType.Varint) isNull = reader.bool();
    else if (field === 9 && wire === WireType.LengthDelimited)
      properties = readProperties(new BinaryReader(reader.bytes()));
    else value = readValue(reader, field - 10, wire) ?? value;
  }
  return { name, alias, timestamp, datatype, historical, isNull, value, properties };
}

/** The oneof of a metric, from its field 10 on, and of a property value, from its field 3 on. */
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
const known: ReadonlySet<string> = new Set<Known>(['id', 'type', 'unit', 'alarm', 'status', 'state']);

function readProperties(reader: BinaryReader): SparkplugProperties {
  const keys: string[] = [];
  const values: (WireValue | null)[] = [];
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === 1 && wire === WireType.LengthDelimited) keys.push(reader.string());
    else if (field === 2 && wire === WireType.LengthDelimited)
      values.push(readPropertyValue(new BinaryReader(reader.bytes())));
    else reader.skip(wire, field);
  }
  const properties: Record<string, string | boolean | number | null> = {};
  keys.forEach((key, i) => {
    const value = values[i];
    if (!known.has(key) || value?.kind === 'unsupported') return;
    if (value === undefined || value === null) properties[key] = null;
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

/** The only command that Tocsin ever sends: an edge node is asked to tell all its births again. */
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
