import { type SparkplugMetric, sparkplugTypes as types } from './sparkplug-payload.ts';

/** A metric in the terms of the JSON convention; omitted properties stay unchanged. */
export function payloadOf(metric: SparkplugMetric, datatype: number): Readonly<Record<string, unknown>> {
  const { alarm, status, state } = metric.properties;
  const out: Record<string, unknown> = {};
  if (metric.isNull) out.value = null;
  else if (metric.value !== null) {
    const value = rawOf(metric.value, datatype);
    if (isText(datatype)) {
      // A string is the sensor's state; the number beside it has no meaning.
      out.value = null;
      out.state = value;
    } else out.value = value;
  }
  if (alarm !== undefined && alarm !== null) out.alarm = alarm;
  if (status !== undefined) out.status = status;
  if (state !== undefined) out.state = state;
  const quality = qualityState(metric);
  if (quality !== null) {
    out.value = null;
    out.state = quality;
  }
  return out;
}

/** The state of a metric whose `Quality` says that its value does not count; null for another quality, or none. */
function qualityState({ properties: { Quality } }: SparkplugMetric): string | null {
  if (Quality === 0) return 'Bad quality';
  return Quality === 500 ? 'Stale' : null;
}

/** Whether a metric has no value that counts. */
export const saysNothing = (metric: SparkplugMetric): boolean =>
  metric.isNull || metric.value === null || metric.value.kind === 'unsupported' || qualityState(metric) !== null;

const isText = (datatype: number): boolean =>
  datatype === types.String || datatype === types.Text || datatype === types.UUID;

/** Signed types arrive as two's complement of their own width or of 32 bits; both decode the same. */
function rawOf(sent: NonNullable<SparkplugMetric['value']>, datatype: number): unknown {
  switch (sent.kind) {
    case 'whole':
      if (datatype === types.Boolean) return sent.value !== 0n;
      return Number(signed(sent.value, datatype));
    case 'real':
    case 'boolean':
    case 'text':
      return sent.value;
    case 'unsupported':
      // Becomes a bad value.
      return {};
    default:
      return sent satisfies never;
  }
}

function signed(value: bigint, datatype: number): bigint {
  switch (datatype) {
    case types.Int8:
      return BigInt.asIntN(8, value);
    case types.Int16:
      return BigInt.asIntN(16, value);
    case types.Int32:
      return BigInt.asIntN(32, value);
    case types.Int64:
      return BigInt.asIntN(64, value);
    default:
      return value;
  }
}
