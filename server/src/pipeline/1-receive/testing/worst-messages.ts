import { gzipSync } from 'node:zlib';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** A payload of so many metrics; `write` fills one. */
export function payloadOfMetrics(count: number, write: (metric: BinaryWriter, index: number) => void, ts = 1): Buffer {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.Varint).uint64(ts);
  for (let i = 0; i < count; i++) {
    writer.tag(2, WireType.LengthDelimited).fork();
    write(writer, i);
    writer.join();
  }
  writer.tag(3, WireType.Varint).uint64(1);
  return Buffer.from(writer.finish());
}

/** The payload in the envelope of Tahu's compression. */
export function compressed(body: Uint8Array): Buffer {
  const writer = new BinaryWriter();
  writer.tag(4, WireType.LengthDelimited).string('SPBV1.0_COMPRESSED');
  writer.tag(5, WireType.LengthDelimited).bytes(gzipSync(body, { level: 9 }));
  return Buffer.from(writer.finish());
}

/** A metric `Group/<index>` with a value and a birth's data type. */
export const doubleMetric = (metric: BinaryWriter, index: number, value = index): BinaryWriter =>
  metric
    .tag(1, WireType.LengthDelimited)
    .string(`G/${index}`)
    .tag(4, WireType.Varint)
    .uint32(10)
    .tag(13, WireType.Bit64)
    .double(value);

/** A metric of a moment of its own. */
export const momentMetric = (metric: BinaryWriter, alias: number, ts: number): BinaryWriter =>
  metric.tag(2, WireType.Varint).uint64(alias).tag(3, WireType.Varint).uint64(ts);

/** A metric with so many empty properties, which take two bytes each. */
export function emptyProperties(metric: BinaryWriter, count: number): BinaryWriter {
  metric.tag(9, WireType.LengthDelimited).fork();
  for (let i = 0; i < count; i++) metric.tag(1, WireType.LengthDelimited).string('');
  return metric.join();
}
