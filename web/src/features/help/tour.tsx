import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/help';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Me } from '../../domain/plant.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import css from './tour.module.css';
import { rememberTourClosed } from './tour-closed.ts';
import { type Box, type Insets, placeOf } from './tour-place.ts';
import { type TourStep, tourSteps } from './tour-steps.ts';

const t = texts.tour;

const boxOf = (step: TourStep): Box | null => {
  for (const selector of step.at) {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (box !== undefined && box.width > 0) return box;
  }
  return null;
};

/** The bounding box of a step's target, updated as the page loads, scrolls and changes. */
const useTarget = (step: TourStep | undefined): Box | null => {
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    if (step === undefined) return undefined;
    let frame = 0;
    let before = '';
    const measure = (): void => {
      const box = boxOf(step);
      const now = JSON.stringify(box);
      if (now !== before) setBox(box);
      before = now;
      frame = requestAnimationFrame(measure);
    };
    measure();
    return () => cancelAnimationFrame(frame);
  }, [step]);
  return box;
};

/** Header and banner report their height; the phone's bar is fixed at the bottom. */
const insetsNow = (): Insets => ({
  top: Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--top-height')) || 0,
  bottom: document.querySelector('[data-bottom-bar]')?.getBoundingClientRect().height ?? 0,
});

const styleOf = ({ left, top, width, height }: Box): CSSProperties => ({
  left: left - 4,
  top: top - 4,
  width: width + 8,
  height: height + 8,
});

/** Points at elements of the page, one after the other. Covers and moves nothing else; closing it is permanent. */
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
    if (size) setPlace(placeOf(target, size, { width: window.innerWidth, height: window.innerHeight }, insetsNow()));
  }, [target]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is announced.
  useEffect(() => {
    // Take the focus only if nothing has it, or from the previous step.
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body;
    if (isFree || card.current?.contains(activeElement)) card.current?.focus({ preventScroll: true });
  }, [at]);
  const to = step?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step navigates; people may then go elsewhere.
  useEffect(() => {
    if (to !== undefined && path !== to) void navigate({ to });
  }, [to]);
  if (step === undefined) return null;
  const last = at === steps.length - 1;
  const close = (): void => void rememberTourClosed(queries, true);
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
