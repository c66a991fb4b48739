import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Board } from '../../../wire/board.ts';
import { CallError } from '../../../wire/call-error.ts';
import { ringSpanMs } from '../../../wire/ring.ts';
import { curvesAt, curvesQuery, recordQuery, recordsQuery } from './queries.ts';
import { keptAt, type Moment, Timeline } from './timeline.ts';

/** How often playing looks for a newer frame. */
const playEveryMs = 250;

export interface Snapshot {
  readonly board: Board;
  readonly now: Moment | null;
  readonly failure: 'none' | 'failed' | null;
  /** 0 while it stands. */
  readonly speed: number;
  readonly goTo: (at: number) => void;
  readonly step: (way: 1 | -1) => void;
  readonly play: (speed: number) => void;
}

/** A board whose clock stands at the moment that it shows. */
const snapshotBoard = (): Board => {
  const shown = (): number => board.document()?.frame_at ?? 0;
  const board: Board = new Board(undefined, { now: shown, shown });
  return board;
};

/** The dashboard as it was: one moment after another of a device's history, never anything live. */
export const useSnapshot = (device: number, wanted: Moment): Snapshot => {
  const queries = useQueryClient();
  const board = useMemo(snapshotBoard, []);
  const timeline = useMemo(
    () => new Timeline((from, limit) => queries.fetchQuery(recordsQuery(device, String(from), limit))),
    [queries, device],
  );
  const [now, setNow] = useState<Moment | null>(null);
  const [failure, setFailure] = useState<Snapshot['failure']>(null);
  const [speed, setSpeed] = useState(0);
  const at = useRef<Moment | null>(null);
  // Only the newest wish counts: an answer that comes late is left.
  const wish = useRef(0);

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
      const mine = ++wish.current;
      try {
        const wished = await find();
        if (mine !== wish.current) return;
        const found = wished && (await keptAt(wished, timeline, read));
        if (mine !== wish.current) return;
        if (!found) return setFailure('none');
        const { moment, kept: doc } = found;
        const before = at.current?.at ?? Number.NEGATIVE_INFINITY;
        const jumped = moment.at < before || moment.at - before > ringSpanMs;
        if (jumped) board.forgetCurves();
        board.take({ ...doc, frame_at: doc.frame_at ?? moment.at });
        at.current = moment;
        setNow(moment);
        setFailure(null);
        if (!jumped) return;
        const curves = await queries.fetchQuery(curvesQuery(device, curvesAt(moment.at)));
        if (at.current !== moment) return;
        for (const [path, points] of curves) {
          board.fillRing(
            path,
            points.filter(([time]) => time > moment.at - ringSpanMs && time < moment.at),
          );
        }
      } catch {
        // Without its curves a snapshot is still whole; without its document it is not.
        if (mine === wish.current && at.current === null) setFailure('failed');
      }
    },
    [board, device, queries, read, timeline],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another moment; its object may be new.
  useEffect(() => {
    if (wanted.id === at.current?.id) return;
    void show(async () => (wanted.id === '' ? timeline.atOrAfter(wanted.at) : wanted));
  }, [wanted.id, wanted.at, show, timeline]);

  useEffect(() => {
    if (speed === 0) return;
    let from = at.current?.at ?? 0;
    let since = performance.now();
    let busy = false;
    const look = async (): Promise<void> => {
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
    const timer = setInterval(() => void look(), playEveryMs);
    return () => clearInterval(timer);
  }, [speed, show, timeline]);

  return {
    board,
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
