import type { DeviceId } from '@tocsin/contract/ids';
import type { Intake } from '../intake.ts';

/** An edge that has not spoken for this long has ended the sessions that it reported. */
const edgeSilentMs = 30_000;

interface Open {
  seenAt: number;
  readonly sessions: Map<string, { readonly device: DeviceId; readonly session: number }>;
}

/** Open sessions of devices at edges, as the edges report them with each exchange. */
export class EdgeSessions {
  readonly #intake: Pick<Intake, 'beginSession' | 'endSession'>;
  readonly #open = new Map<number, Open>();

  constructor(intake: Pick<Intake, 'beginSession' | 'endSession'>) {
    this.#intake = intake;
  }

  /** Takes over the complete list of an edge. */
  report(edge: number, sessions: readonly (readonly [DeviceId, number])[], now: number): void {
    const before = this.#open.get(edge)?.sessions ?? new Map<string, never>();
    const after: Open['sessions'] = new Map();
    for (const [device, session] of sessions) {
      const key = `${device} ${session}`;
      after.set(key, { device, session });
      // Repeating one changes nothing, and reaches an owner that took the device over.
      this.#intake.beginSession(device, session);
    }
    for (const [key, { device, session }] of before) if (!after.has(key)) this.#intake.endSession(device, session);
    this.#open.set(edge, { seenAt: now, sessions: after });
  }

  /** Ends the sessions of edges that fell silent, unless another process heard of them since. */
  sweep(now: number, wasHeardElsewhere: (edge: number) => boolean): void {
    for (const [edge, { seenAt, sessions }] of this.#open) {
      if (now - seenAt <= edgeSilentMs) continue;
      this.#open.delete(edge);
      if (wasHeardElsewhere(edge)) continue;
      for (const { device, session } of sessions.values()) this.#intake.endSession(device, session);
    }
  }
}
