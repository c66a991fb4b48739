import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Data types of Sparkplug B that the simulated devices send. */
export const sparkplugTypes = { Int32: 3, UInt64: 8, Double: 10, Boolean: 11, String: 12 } as const;
export type SparkplugType = keyof typeof sparkplugTypes;

export interface Metric {
  readonly name?: string;
  readonly alias?: number;
  readonly timestamp: number;
  readonly type: SparkplugType;
  /** null: is_null. */
  readonly value: number | boolean | string | null;
  readonly historical?: boolean;
  readonly properties?: Readonly<Record<string, string | boolean>>;
}

export interface Payload {
  readonly timestamp: number;
  /** 0 to 255; omitted in an NDEATH. */
  readonly seq?: number;
  readonly metrics: readonly Metric[];
}

/** Payload of the public sparkplug_b.proto, written field by field. */
export function encodePayload(payload: Payload): Buffer {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.Varint).uint64(payload.timestamp);
  for (const metric of payload.metrics) {
    writer.tag(2, WireType.LengthDelimited).fork();
    writeMetric(writer, metric);
    writer.join();
  }
  if (payload.seq !== undefined) writer.tag(3, WireType.Varint).uint64(payload.seq);
  return Buffer.from(writer.finish());
}

function writeMetric(writer: BinaryWriter, metric: Metric): void {
  if (metric.name !== undefined) writer.tag(1, WireType.LengthDelimited).string(metric.name);
  if (metric.alias !== undefined) writer.tag(2, WireType.Varint).uint64(metric.alias);
  writer.tag(3, WireType.Varint).uint64(metric.timestamp);
  writer.tag(4, WireType.Varint).uint32(sparkplugTypes[metric.type]);
  if (metric.historical) writer.tag(5, WireType.Varint).bool(true);
  if (metric.value === null) writer.tag(7, WireType.Varint).bool(true);
  if (metric.properties && Object.keys(metric.properties).length > 0) {
    writer.tag(9, WireType.LengthDelimited).fork();
    writeProperties(writer, metric.properties);
    writer.join();
  }
  if (metric.value !== null) writeValue(writer, metric.type, metric.value);
}

function writeValue(writer: BinaryWriter, kind: SparkplugType, value: number | boolean | string): void {
  switch (kind) {
    case 'Int32':
      // int_value is unsigned in the protocol: a negative number is sent as its two's complement.
      writer.tag(10, WireType.Varint).uint32(Number(value) >>> 0);
      return;
    case 'UInt64':
      writer.tag(11, WireType.Varint).uint64(Number(value));
      return;
    case 'Double':
      writer.tag(13, WireType.Bit64).double(Number(value));
      return;
    case 'Boolean':
      writer.tag(14, WireType.Varint).bool(value === true || value === 1);
      return;
    case 'String':
      writer.tag(15, WireType.LengthDelimited).string(String(value));
      return;
    default:
      kind satisfies never;
  }
}

function writeProperties(writer: BinaryWriter, properties: Readonly<Record<string, string | boolean>>): void {
  for (const key of Object.keys(properties)) writer.tag(1, WireType.LengthDelimited).string(key);
  for (const value of Object.values(properties)) {
    writer.tag(2, WireType.LengthDelimited).fork();
    if (typeof value === 'boolean') {
      writer.tag(1, WireType.Varint).uint32(sparkplugTypes.Boolean);
      writer.tag(7, WireType.Varint).bool(value);
    } else {
      writer.tag(1, WireType.Varint).uint32(sparkplugTypes.String);
      writer.tag(8, WireType.LengthDelimited).string(value);
    }
    writer.join();
  }
}

/** Names of the true metrics of a command, all that an edge node needs. */
export function commandsIn(bytes: Uint8Array): string[] {
  const commands: string[] = [];
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field !== 2) {
      reader.skip(wire, field);
      continue;
    }
    const end = reader.uint32() + reader.pos;
    let name = '';
    let on = false;
    while (reader.pos < end) {
      const [inner, innerWire] = reader.tag();
      if (inner === 1) name = reader.string();
      else if (inner === 14) on = reader.bool();
      else reader.skip(innerWire, inner);
    }
    if (on) commands.push(name);
  }
  return commands;
}
