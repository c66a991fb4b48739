import { limits } from '@tocsin/contract/limits';
import type { DecodedFrame, IndexedLayout } from '../passing.ts';
import { Draft, readTs } from './decode-frame.ts';
import type { DecodedData } from './intake.ts';
import { FrameRefusal } from './refusal.ts';
import { type BornMetric, isProtocolMetric, type SparkplugBirth } from './sparkplug-birth.ts';
import type { SparkplugMetric, SparkplugPayload } from './sparkplug-payload.ts';
import { toldOf } from './sparkplug-value.ts';

/** By its alias where it has one, else by its name; undefined: its birth did not list it. */
export function bornOf(metric: SparkplugMetric, birth: SparkplugBirth): BornMetric | undefined {
  if (metric.alias !== null) return birth.byAlias.get(metric.alias);
  return metric.name === null ? undefined : birth.byName.get(metric.name);
}

/** Whether all that it tells is protocol (a command's echo, bdSeq): nothing for the line. */
export const tellsNothing = (payload: SparkplugPayload): boolean =>
  payload.metrics.every((metric) => isProtocolMetric(metric.name));

/**
 * Reads an NDATA or DDATA by its birth. Metrics of one capture time are one frame, so a message may hold many; those
 * marked historical are frames of their own, never live.
 */
export function readSparkplugData(
  payload: SparkplugPayload,
  birth: SparkplugBirth,
  layout: IndexedLayout,
): DecodedData {
  const moments = new Map<string, { readonly ts: number; readonly historical: boolean; readonly draft: Draft }>();
  const refused: FrameRefusal[] = [];
  let strange = 0;
  for (const metric of payload.metrics) {
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
    }
    moment.draft.object(index, toldOf(metric, metric.datatype ?? born.datatype));
  }
  const frames: DecodedFrame[] = [];
  for (const { ts, historical, draft } of moments.values()) {
    // Counted with the first frame: they have none of their own.
    draft.rejected += strange;
    strange = 0;
    frames.push(draft.frame(ts, null, null, historical));
  }
  const [problem] = refused;
  if (frames.length === 0) throw problem ?? new FrameRefusal('structure', 'None of its metrics was in its birth');
  return { frames, refused, single: frames.length === 1 && refused.length === 0 };
}
