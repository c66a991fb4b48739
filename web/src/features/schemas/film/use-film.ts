import type { FilmMoment } from '@tocsin/contract/film';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { serverNow } from '../../../live/clock.ts';
import { ringSpanMs } from '../../../live/ring.ts';
import type { Machine } from '../canvas/tab.ts';
import { PlantStore } from '../live/plant-store.ts';
import { watchedOf } from '../live/watched-of.ts';
import { momentsOf } from './queries.ts';
import { type LoadMoments, Reel } from './reel.ts';

/** Interval between two moments of the playback, and between two points of a curve from before it. */
const tickMs = 250;
const earlierStepMs = 15_000;

export interface Film {
  /** null until the first moment is loaded. */
  readonly store: PlantStore | null;
  readonly at: number;
  /** Multiple of real time; 0 while paused. */
  readonly speed: number;
  readonly hasFailed: boolean;
  readonly goTo: (at: number) => void;
  readonly play: (speed: number) => void;
}

/** Adds the minutes before a moment to the curves, which are empty where an alarm begins otherwise. */
async function fillBefore(store: PlantStore, load: LoadMoments, moment: number): Promise<void> {
  const moments: FilmMoment[] = [];
  for (let from = moment - ringSpanMs; from < moment; from = (moments.at(-1)?.at ?? moment) + earlierStepMs) {
    // Curves are an addition: without them the moment is still true.
    const more = await load(from, earlierStepMs, Math.ceil((moment - from) / earlierStepMs)).catch(() => []);
    if (more.length === 0) break;
    moments.push(...more);
  }
  store.fillFrom(moments.flatMap(({ documents }) => documents));
}

/** The machines of a tab at a moment, with playback from there on. Going to a moment stops the playback. */
export function useFilm(tab: number, machines: readonly Machine[], begin: number): Film {
  const load = useMemo(() => momentsOf(tab), [tab]);
  const [store, setStore] = useState<PlantStore | null>(null);
  const [at, setAt] = useState(begin);
  const [speed, setSpeed] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const shownAt = useRef(begin);
  // Answers to earlier requests are ignored.
  const request = useRef(0);

  const goTo = useCallback(
    (wanted: number): void => {
      const moment = Math.min(Math.round(wanted), Math.floor(serverNow()));
      const mine = ++request.current;
      setSpeed(0);
      shownAt.current = moment;
      setAt(moment);
      load(moment, 1_000, 1).then(
        ([first]) => {
          if (mine !== request.current) return;
          // The curves of a store only grow forward in time: another moment needs a new store.
          const next = new PlantStore(machines.map(watchedOf), undefined, () => shownAt.current);
          for (const document of first?.documents ?? []) next.take(document);
          next.settle();
          setStore(next);
          setFailed(false);
          void fillBefore(next, load, moment);
        },
        () => mine === request.current && setFailed(true),
      );
    },
    [load, machines],
  );
  useEffect(() => goTo(shownAt.current), [goTo]);

  useEffect(() => {
    if (speed === 0 || store === null) return;
    const step = tickMs * speed;
    const reel = new Reel(load, { from: shownAt.current + step, step, now: serverNow });
    const timer = setInterval(() => {
      const moment = reel.next();
      if (moment === null) {
        if (!reel.isOver()) return;
        setSpeed(0);
        setFailed(reel.failed());
        return;
      }
      for (const document of moment.documents) store.take(document);
      shownAt.current = moment.at;
      setAt(moment.at);
    }, tickMs);
    return () => clearInterval(timer);
  }, [speed, store, load]);

  return { store, at, speed, hasFailed, goTo, play: setSpeed };
}
