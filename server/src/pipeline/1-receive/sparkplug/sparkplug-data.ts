import { limits } from '@tocsin/contract/limits';
import type { DecodedFrame, IndexedLayout } from '../../types.ts';
import { type Steps, withoutPauses } from '../decode-steps.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import type { DecodedData } from '../intake.ts';
import { Draft, readTs } from '../json/decode-frame.ts';
import { type BornMetric, isProtocolMetric, type SparkplugBirth } from './sparkplug-birth.ts';
import { metricsPerStep, type SparkplugMetric, type SparkplugPayload } from './sparkplug-payload.ts';
import { flattened } from './sparkplug-template.ts';
import { payloadOf } from './sparkplug-value.ts';

/**
 * Finds a metric by its name, or by its alias without one; undefined when the birth did not list it. The name wins,
 * because some encoders write the alias 0 with every metric.
 */
export function bornOf(metric: SparkplugMetric, birth: SparkplugBirth): BornMetric | undefined {
  if (metric.name) return birth.byName.get(metric.name);
  return metric.alias === null ? undefined : birth.byAlias.get(metric.alias);
}

/** Whether the message contains only protocol metrics (a command's echo, bdSeq), which the pipeline does not need. */
export const isEmptyPayload = (payload: SparkplugPayload): boolean =>
  payload.metrics.every((metric) => isProtocolMetric(metric.name));

/** Decodes an NDATA or DDATA in one go. */
export const readSparkplugData = (
  payload: SparkplugPayload,
  birth: SparkplugBirth,
  layout: IndexedLayout,
): DecodedData => withoutPauses(readSparkplugDataInSteps(payload, birth, layout));

/**
 * Decodes an NDATA or DDATA with the metrics of its birth. Metrics of one capture time form one frame, so a message may
 * hold many; metrics marked historical form separate frames, which are never live. Pauses after every 1,000 metrics, of
 * which a new moment counts as many as its memory costs. Throws a FrameRefusal.
 */
export function* readSparkplugDataInSteps(
  payload: SparkplugPayload,
  birth: SparkplugBirth,
  layout: IndexedLayout,
): Steps<DecodedData> {
  const momentCost = Math.ceil(layout.sensors.length / 20);
  let cost = 0;
  const moments = new Map<string, { readonly ts: number; readonly historical: boolean; readonly draft: Draft }>();
  const refused: FrameRefusal[] = [];
  let strange = 0;
  for (const metric of flattened(payload.metrics, (alias) => birth.instances.get(alias))) {
    if (++cost >= metricsPerStep) {
      cost = 0;
      yield;
    }
    if (isProtocolMetric(metric.name)) continue;
    const born = bornOf(metric, birth);
    const index = born && layout.byPath.get(born.path);
    if (!born || index === undefined) {
      strange++;
      continue;
    }
    let ts: number;
    try {
      ts = readTs(metric.timestamp ?? payload.timestamp);
    } catch (error) {
      if (!(error instanceof FrameRefusal)) throw error;
      refused.push(error);
      continue;
    }
    const key = `${ts} ${metric.historical}`;
    let moment = moments.get(key);
    if (!moment) {
      if (moments.size === limits.framesPerPost)
        throw new FrameRefusal('limit', `More than ${limits.framesPerPost} moments in a message`);
      moment = { ts, historical: metric.historical, draft: new Draft(layout.sensors) };
      moment.draft.values.fill(Number.NaN);
      moments.set(key, moment);
      cost += momentCost;
    }
    moment.draft.object(index, payloadOf(metric, metric.datatype ?? born.datatype));
  }
  const frames: DecodedFrame[] = [];
  for (const { ts, historical, draft } of moments.values()) {
    // Counted with the first frame, because they belong to none.
    draft.rejected += strange;
    strange = 0;
    frames.push(draft.frame(ts, null, null, historical));
  }
  const [problem] = refused;
  if (frames.length === 0) throw problem ?? new FrameRefusal('structure', 'None of its metrics was in its birth');
  return { frames, refused, single: frames.length === 1 && refused.length === 0 };
}
