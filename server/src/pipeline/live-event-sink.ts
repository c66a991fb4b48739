import type { Evaluation, EventSink } from './3-evaluate/event-sink.ts';
import type { PipelineDependencies } from './dependencies.ts';

/** The event sink of live evaluation. */
export function liveEventSink({ clock, ids }: Pick<PipelineDependencies, 'clock' | 'ids'>, out: Evaluation): EventSink {
  return { now: clock.now(), nextId: () => ids.event.next(), out, late: false };
}
