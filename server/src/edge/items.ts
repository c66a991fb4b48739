import type { EdgeBirth, EdgeDeath, EdgeFrame, EdgeGap } from '@tocsin/contract/edge-exchange';
import type { DeviceId } from '@tocsin/contract/ids';
import type { AcceptedFrame, DecodedBirth, DecodedFrame } from '../pipeline/types.ts';
import type { MakeText } from './disk/edge-queue.ts';

/** Builds the items of the queue: the JSON texts that are stored once and sent as they are. */

/** A birth in the JSON convention, as the portal decodes it; its first values are an item of their own. */
function birthText(birth: DecodedBirth): unknown {
  const { ts, version, boot, uptimeS, rbe, layout } = birth;
  return {
    ts,
    ...(version === null ? {} : { version }),
    ...(boot === null ? {} : { boot }),
    ...(uptimeS === null ? {} : { uptime_s: uptimeS }),
    ...(rbe ? { rbe } : {}),
    groups: layout.groups.map(({ id, name, meta }) => ({
      id,
      name,
      meta,
      sensors: layout.sensors
        .filter(({ groupId }) => groupId === id)
        .map(({ sensorId, name: title, type, unit, states }) => ({ id: sensorId, name: title, type, unit, states })),
    })),
  };
}

export const birthItem =
  (d: DeviceId, birth: DecodedBirth, session: number | null, at: number): MakeText =>
  (n) => {
    const item: EdgeBirth = { n, d, k: 'birth', session, hash: birth.layout.hash, birth: birthText(birth), at };
    return JSON.stringify(item);
  };

export const deathItem =
  (
    d: DeviceId,
    { ts, will, diedAt }: { readonly ts: number; readonly will: boolean; readonly diedAt: number | null },
    session: number | null,
    at: number,
  ): MakeText =>
  (n) => {
    const item: EdgeDeath = { n, d, k: 'death', ts, will, session, died_at: diedAt, at };
    return JSON.stringify(item);
  };

export const gapItem =
  (d: DeviceId, gap: { readonly from: number; readonly to: number; readonly polls: number }): MakeText =>
  (n) => {
    const item: EdgeGap = { n, d, k: 'gap', ...gap };
    return JSON.stringify(item);
  };

/** A frame as the edge's tracking accepted it. */
export interface TrackedFrame {
  readonly hash: string;
  readonly decoded: DecodedFrame;
  readonly accepted: AcceptedFrame;
  /** Hash of what the device sent. */
  readonly content: number;
  /** What the device's frames have said of each sensor so far; null for a frame that was not its newest. */
  readonly known: Uint8Array | null;
}

/** `textOf`: the device's texts by index. */
export const frameItem = (d: DeviceId, frame: TrackedFrame, textOf: (index: number) => string): MakeText => {
  const { hash, decoded, accepted, content, known } = frame;
  const isConflict = decoded.seq === null && accepted.seq > 0;
  const item: Omit<EdgeFrame, 'n'> = {
    d,
    k: 'frame',
    hash,
    ts: decoded.ts,
    boot: decoded.boot,
    seq: isConflict ? accepted.seq : decoded.seq,
    historical: decoded.historical,
    content,
    values: base64(new Uint8Array(accepted.values.buffer, accepted.values.byteOffset, accepted.values.byteLength)),
    flags: base64(accepted.flags),
    state: textsOf(accepted.state, textOf),
    status: textsOf(accepted.status, textOf),
    rejected: decoded.rejected,
    known: known && base64(known),
    at: accepted.receivedAt,
  };
  // Written at once: the arrays belong to the device's state from now on.
  const rest = JSON.stringify(item).slice(1);
  return (n) => `{"n":${n},${rest}`;
};

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

function textsOf(indexes: Uint16Array, textOf: (index: number) => string): [number, string][] {
  const texts: [number, string][] = [];
  for (let i = 0; i < indexes.length; i++) {
    const index = indexes[i] ?? 0;
    if (index > 0) texts.push([i, textOf(index)]);
  }
  return texts;
}
