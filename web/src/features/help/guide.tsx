import { texts } from '@tocsin/contract/texts/help';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import css from './guide.module.css';
import { type Box, type Insets, placeOf } from './guide-place.ts';

const t = texts.tour;

/** One step: an element on the page and the text about it. */
export interface GuideStep {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  /** Selectors; the first that matches is the target. */
  readonly at: readonly string[];
  /** The target and the text while none of `at` matches; the text says what is missing. */
  readonly before?: { readonly at: string; readonly text: string };
}

const firstOf = (selectors: readonly string[]): Element | null => {
  for (const selector of selectors) {
    const element = document.querySelector(selector);
    if (element !== null && element.getBoundingClientRect().width > 0) return element;
  }
  return null;
};

const isVisible = ({ top, height }: Box): boolean => top >= 0 && top + height <= window.innerHeight;

/** Measures the insets: header and banner publish their height, and a phone has a bar at the bottom. */
const insetsNow = (): Insets => ({
  top: Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--top-height')) || 0,
  bottom: document.querySelector('[data-bottom-bar]')?.getBoundingClientRect().height ?? 0,
});

/** Time to wait for the target before `before` is shown, because the page may still be loading. */
const loadingMs = 1_500;

interface Surroundings {
  readonly target: Box | null;
  /** Whether the target of the step is not on the page yet. */
  readonly isWaiting: boolean;
  readonly insets: Insets;
}

/**
 * The bounding box of a step's target and the window's insets, updated as the page loads, scrolls and changes: a banner
 * may appear after the card. The target is scrolled into view once.
 */
const useSurroundings = (step: GuideStep | undefined): Surroundings => {
  const [found, setFound] = useState<Surroundings>({
    target: null,
    isWaiting: false,
    insets: { top: 0, bottom: 0 },
  });
  useEffect(() => {
    if (step === undefined) return undefined;
    const began = performance.now();
    let frame = 0;
    let before = '';
    let scrolledTo: Element | null = null;
    const measure = (): void => {
      const found = firstOf(step.at);
      const element = found ?? (step.before ? firstOf([step.before.at]) : null);
      const box = element?.getBoundingClientRect() ?? null;
      const isWaiting = found === null && step.before !== undefined && performance.now() - began > loadingMs;
      if (element !== null && box !== null && element !== scrolledTo) {
        scrolledTo = element;
        if (!isVisible(box)) element.scrollIntoView({ block: 'center' });
      }
      const surroundings = { target: box, isWaiting, insets: insetsNow() };
      const now = JSON.stringify(surroundings);
      if (now !== before) setFound(surroundings);
      before = now;
      frame = requestAnimationFrame(measure);
    };
    measure();
    return () => cancelAnimationFrame(frame);
  }, [step]);
  return found;
};

const styleOf = ({ left, top, width, height }: Box): CSSProperties => ({
  left: left - 4,
  top: top - 4,
  width: width + 8,
  height: height + 8,
});

interface Props {
  readonly steps: readonly GuideStep[];
  readonly at: number;
  readonly closeLabel: string;
  readonly onStep: (at: number) => void;
  readonly onClose: () => void;
}

/** A guide that points at one element of the page after the other. */
export const Guide = ({ steps, at, closeLabel, onStep, onClose }: Props) => {
  const step = steps[at];
  const surroundings = useSurroundings(step);
  const { target, isWaiting } = surroundings;
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    const size = card.current?.getBoundingClientRect();
    const { target: box, insets } = surroundings;
    if (size) setPlace(placeOf(box, size, { width: window.innerWidth, height: window.innerHeight }, insets));
  }, [surroundings]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is announced.
  useEffect(() => {
    // Takes the focus only if nothing or the previous step has it.
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body;
    if (isFree || card.current?.contains(activeElement)) card.current?.focus({ preventScroll: true });
  }, [at]);
  if (step === undefined) return null;
  const last = at === steps.length - 1;
  const next = (): void => (last ? onClose() : onStep(at + 1));
  const back = (): void => onStep(Math.max(0, at - 1));
  const keys: Readonly<Record<string, () => void>> = { Escape: onClose, ArrowRight: next, ArrowLeft: back };
  return (
    <>
      {target && <div className={css.ring} style={styleOf(target)} aria-hidden="true" />}
      <div
        ref={card}
        className={css.card}
        style={place}
        role="dialog"
        aria-labelledby="guide-title"
        aria-describedby="guide-text"
        tabIndex={-1}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (!act) return;
          event.stopPropagation();
          act();
        }}
      >
        <Row as="header" align="flex-start" justify="space-between" gap={8}>
          <Text as="h2" size={16} line={24} id="guide-title">
            {step.title}
          </Text>
          <IconButton icon="close" size={16} label={closeLabel} onClick={onClose} />
        </Row>
        <p id="guide-text">{step.text}</p>
        <p role="status" className={css.waiting}>
          {isWaiting && step.before?.text}
        </p>
        <Row as="footer" gap={8}>
          <span>{t.of(at + 1, steps.length)}</span>
          {at > 0 && <Button onClick={back}>{t.back}</Button>}
          <Button look="primary" onClick={next}>
            {last ? t.done : t.next}
          </Button>
        </Row>
      </div>
    </>
  );
};
