import { evaluateHour } from '../3-evaluate/evaluate-hour.ts';
import { evaluatedDevice } from '../device-runtime.ts';
import type { HourInput, HourOutcome, StoredEvent } from '../hour-types.ts';
import type { AcceptedFrame, EventRow } from '../types.ts';
import type { TestPipeline } from './test-device.ts';

export const hour = 3_600_000;
const order = (a: AcceptedFrame, b: AcceptedFrame) => a.ts - b.ts || a.boot - b.boot || a.seq - b.seq;

export const isEvaluated = (event: Pick<EventRow, 'type'>): boolean => /^(alarm|warning)_/.test(event.type);

/** Does what the compactor does with the stored frames of a test's device: evaluates its hours and stores the events. */
export class HourEvaluation {
  readonly #bench: TestPipeline;
  /** Ends of hours by start time. */
  readonly ends = new Map<number, string>();
  /** Events that a person has acknowledged. */
  readonly acknowledged = new Set<number>();
  #nextId = 5_000_000;

  constructor(bench: TestPipeline) {
    this.#bench = bench;
  }

  /** Evaluates one hour and stores its outcome. */
  run(t0: number, over: Partial<HourInput> = {}): HourOutcome {
    const { frameWriter, device, clock, pipeline } = this.#bench;
    const inHour = (at: number) => at >= t0 && at < t0 + hour;
    const frames = [...frameWriter.frames, ...frameWriter.late].filter((frame) => inHour(frame.ts)).sort(order);
    const outcome = evaluateHour({
      device: evaluatedDevice(device),
      texts: pipeline.registry.row(device.id).texts,
      layouts: frameWriter.layouts,
      t0,
      until: t0 + hour,
      now: clock.now(),
      start: this.ends.get(t0 - hour) ?? null,
      frames,
      events: frameWriter.events
        .filter((event) => isEvaluated(event) && inHour(event.at))
        .sort((a, b) => a.at - b.at || a.id - b.id)
        .map((event) => this.#stored(event)),
      shelves: [],
      storedEnd: null,
      nextId: () => this.#nextId++,
      ...over,
    });
    this.ends.set(t0, outcome.end);
    const moved = new Map(outcome.moves.map(({ id, at }) => [id, at]));
    const remaining = frameWriter.events.filter((event) => !outcome.remove.includes(event.id));
    frameWriter.events.splice(
      0,
      frameWriter.events.length,
      ...remaining.map((event) => ({ ...event, at: moved.get(event.id) ?? event.at })),
    );
    frameWriter.events.push(...outcome.insert);
    frameWriter.ends.push(...outcome.ends);
    return outcome;
  }

  /** The event as the log holds it. */
  #stored(event: EventRow): StoredEvent {
    const ended = this.#bench.frameWriter.ends.some((end) => end.id === event.id);
    return { ...event, acknowledged: this.acknowledged.has(event.id), ended };
  }
}
