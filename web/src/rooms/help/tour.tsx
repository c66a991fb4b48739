import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../kit/button.tsx';
import type { Me } from '../../wire/plant.ts';
import { texts } from './texts.ts';
import css from './tour.module.css';
import { keepTourClosed } from './tour-closed.ts';
import { type Box, placeOf } from './tour-place.ts';
import { type TourStep, tourSteps } from './tour-steps.ts';

const t = texts.tour;

const boxOf = (step: TourStep): Box | null => {
  for (const selector of step.at) {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (box !== undefined && box.width > 0) return box;
  }
  return null;
};

/** The box of what a step points at, followed while the page around it loads, scrolls and changes. */
const useTarget = (step: TourStep | undefined): Box | null => {
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    if (step === undefined) return undefined;
    let frame = 0;
    let before = '';
    const look = (): void => {
      const found = boxOf(step);
      const now = JSON.stringify(found);
      if (now !== before) setBox(found);
      before = now;
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [step]);
  return box;
};

const styleOf = ({ left, top, width, height }: Box): CSSProperties => ({
  left: left - 4,
  top: top - 4,
  width: width + 8,
  height: height + 8,
});

/** Points at the real things, one after the other. It covers nothing else, moves nothing, and goes for good when closed. */
export const Tour = ({ me }: { readonly me: Me }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [steps] = useState(() => tourSteps(me));
  const [at, setAt] = useState(0);
  const step = steps[at];
  const target = useTarget(step);
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    const size = card.current?.getBoundingClientRect();
    if (size) setPlace(placeOf(target, size, { width: window.innerWidth, height: window.innerHeight }));
  }, [target]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is read out anew.
  useEffect(() => {
    // Never out of somebody's hands: only from nowhere, or from the step before.
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body;
    if (isFree || card.current?.contains(activeElement)) card.current?.focus({ preventScroll: true });
  }, [at]);
  const to = step?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step leads somewhere; whoever goes on from there may.
  useEffect(() => {
    if (to !== undefined && path !== to) void navigate({ to });
  }, [to]);
  if (step === undefined) return null;
  const last = at === steps.length - 1;
  const close = (): void => void keepTourClosed(queries, true);
  const next = (): void => (last ? close() : setAt(at + 1));
  const back = (): void => setAt(Math.max(0, at - 1));
  const keys: Readonly<Record<string, () => void>> = { Escape: close, ArrowRight: next, ArrowLeft: back };
  return (
    <>
      {target && <div className={css.ring} style={styleOf(target)} aria-hidden="true" />}
      <div
        ref={card}
        className={css.card}
        style={place}
        role="dialog"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        tabIndex={-1}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (!act) return;
          event.stopPropagation();
          act();
        }}
      >
        <header>
          <h2 id="tour-title">{step.title}</h2>
          <IconButton icon="close" size={16} label={t.close} onClick={close} />
        </header>
        <p id="tour-text">{step.text}</p>
        <footer>
          <span>{t.of(at + 1, steps.length)}</span>
          {at > 0 && <Button onClick={back}>{t.back}</Button>}
          <Button look="primary" onClick={next}>
            {last ? t.done : t.next}
          </Button>
        </footer>
      </div>
    </>
  );
};
