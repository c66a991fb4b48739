import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { DeviceStore } from '../../../live/device-store.ts';
import { ringSpanMs } from '../../../live/ring.ts';
import { curvesAt, curvesQuery, recordQuery, recordsQuery } from './queries.ts';
import { type Moment, savedAt, Timeline } from './timeline.ts';

/** Interval at which playback checks for a newer frame. */
const playEveryMs = 250;

export interface Snapshot {
  readonly store: DeviceStore;
  readonly now: Moment | null;
  readonly failure: 'none' | 'failed' | null;
  /** 0 while paused. */
  readonly speed: number;
  readonly goTo: (at: number) => void;
  readonly step: (way: 1 | -1) => void;
  readonly play: (speed: number) => void;
}

/** Creates a device store whose clock stands at the shown moment. */
const snapshotStore = (): DeviceStore => {
  const shown = (): number => store.document()?.frame_at ?? 0;
  const store: DeviceStore = new DeviceStore(undefined, { now: shown, shown });
  return store;
};

/** State of a snapshot page: the device at a past moment, with playback of its history. */
export const useSnapshot = (device: number, requested: Moment): Snapshot => {
  const queries = useQueryClient();
  const store = useMemo(snapshotStore, []);
  const timeline = useMemo(
    () => new Timeline((from, limit) => queries.fetchQuery(recordsQuery(device, String(from), limit, 'timestamp'))),
    [queries, device],
  );
  const [now, setNow] = useState<Moment | null>(null);
  const [failure, setFailure] = useState<Snapshot['failure']>(null);
  const [speed, setSpeed] = useState(0);
  const at = useRef<Moment | null>(null);
  // Answers to earlier requests are ignored.
  const latestRequest = useRef(0);

  const read = useCallback(
    (id: string) =>
      queries.fetchQuery(recordQuery(device, id)).catch((error: unknown) => {
        if (error instanceof CallError && error.status === 404) return null;
        throw error;
      }),
    [queries, device],
  );
  const show = useCallback(
    async (find: () => Promise<Moment | null>): Promise<void> => {
      const request = ++latestRequest.current;
      try {
        const wished = await find();
        if (request !== latestRequest.current) return;
        const saved = wished && (await savedAt(wished, timeline, read));
        if (request !== latestRequest.current) return;
        if (!saved) return setFailure('none');
        const { moment, record: doc } = saved;
        const before = at.current?.at ?? Number.NEGATIVE_INFINITY;
        const jumped = moment.at < before || moment.at - before > ringSpanMs;
        if (jumped) store.forgetCurves();
        store.take({ ...doc, frame_at: doc.frame_at ?? moment.at });
        at.current = moment;
        setNow(moment);
        setFailure(null);
        if (!jumped) return;
        const curves = await queries.fetchQuery(curvesQuery(device, curvesAt(moment.at)));
        if (at.current !== moment) return;
        for (const [path, points] of curves) {
          store.fillRing(
            path,
            points.filter(([time]) => time > moment.at - ringSpanMs && time < moment.at),
          );
        }
      } catch {
        // A failed fetch of the curves is ignored once the document is shown.
        if (request === latestRequest.current && at.current === null) setFailure('failed');
      }
    },
    [store, device, queries, read, timeline],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address identifies the moment; its object may be new.
  useEffect(() => {
    if (requested.id === at.current?.id) return;
    void show(async () => (requested.id === '' ? timeline.atOrAfter(requested.at) : requested));
  }, [requested.id, requested.at, show, timeline]);

  useEffect(() => {
    if (speed === 0) return;
    let from = at.current?.at ?? 0;
    let since = performance.now();
    let busy = false;
    const poll = async (): Promise<void> => {
      const here = at.current;
      if (busy || here === null) return;
      busy = true;
      try {
        const next = await timeline.upTo(here, from + (performance.now() - since) * speed);
        if (next === null) return setSpeed(0);
        if (next.leapt) {
          from = next.moment.at;
          since = performance.now();
        }
        if (next.moment.id !== here.id) await show(async () => next.moment);
      } catch {
        setSpeed(0);
      } finally {
        busy = false;
      }
    };
    const timer = setInterval(() => void poll(), playEveryMs);
    return () => clearInterval(timer);
  }, [speed, show, timeline]);

  return {
    store,
    now,
    failure,
    speed,
    goTo: (moment) => {
      setSpeed(0);
      void show(() => timeline.atOrAfter(moment));
    },
    step: (way) => {
      setSpeed(0);
      void show(async () =>
        at.current === null ? null : way === 1 ? timeline.after(at.current) : timeline.before(at.current),
      );
    },
    play: setSpeed,
  };
};
