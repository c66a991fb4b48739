import { texts } from '@tocsin/contract/texts/accounts';
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { BearingClock } from './bearing-clock.ts';
import { Elevator } from './elevator.tsx';
import { Instrument, SmallInstrument, useBearing } from './instrument.tsx';
import './living-drawing.css';

const t = texts.landing.drawing;
const stillQuery = '(prefers-reduced-motion: reduce)';

const useReducedMotion = (): boolean => {
  const [reduced, setReduced] = useState(true);
  useEffect(() => {
    const query = window.matchMedia(stillQuery);
    const onChange = (): void => setReduced(query.matches);
    onChange();
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return reduced;
};

const useOnScreen = (ref: RefObject<HTMLElement | null>): boolean => {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.some((entry) => entry.isIntersecting)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return seen;
};

/** The animation's clock, which runs only while visible, not paused, and without reduced motion. */
const useClock = (ref: RefObject<HTMLElement | null>) => {
  const clock = useMemo(() => new BearingClock(() => performance.now()), []);
  const [paused, setPaused] = useState(false);
  const reduced = useReducedMotion();
  const running = useOnScreen(ref) && !paused && !reduced;
  useEffect(() => {
    if (!running) return;
    clock.start();
    return () => clock.stop();
  }, [clock, running]);
  return { clock, running, paused, setPaused, canMove: !reduced };
};

const Heated = ({ clock, children }: { readonly clock: BearingClock; readonly children: React.ReactNode }) => {
  const { heat, state } = useBearing(clock);
  return (
    <div className={`ldr-heated is-${state}`} style={{ '--heat': heat } as CSSProperties}>
      {children}
    </div>
  );
};

/** Wide windows: the whole elevator with its labels, and the instrument of the hot bearing. */
const Wide = ({ clock }: { readonly clock: BearingClock }) => (
  <div className="ldr-wide" aria-hidden="true">
    <Heated clock={clock}>
      <Elevator height={586} />
      <i className="ldr-leader-up" />
      <i className="ldr-leader-in" />
      {t.tags.map((tag, i) => (
        <span key={tag.name} className={`ldr-tag at-${i}`}>
          {tag.name}
          <strong>{tag.value}</strong>
        </span>
      ))}
    </Heated>
    <Instrument clock={clock} />
  </div>
);

/** Narrow windows: only the head, its value and the curve. */
const Narrow = ({ clock }: { readonly clock: BearingClock }) => (
  <div className="ldr-narrow" aria-hidden="true">
    <Heated clock={clock}>
      <Elevator height={320} viewBox="0 0 178 146" />
      <i className="ldr-leader-flat" />
    </Heated>
    <SmallInstrument clock={clock} />
  </div>
);

export const LivingDrawing = () => {
  const ref = useRef<HTMLDivElement>(null);
  const { clock, running, paused, setPaused, canMove } = useClock(ref);
  return (
    <div ref={ref} className={running ? 'ldr is-running' : 'ldr'}>
      <div role="img" aria-label={t.label}>
        <Wide clock={clock} />
        <Narrow clock={clock} />
      </div>
      {canMove ? (
        <button type="button" className="ldr-pause" aria-pressed={paused} onClick={() => setPaused(!paused)}>
          <Icon name={paused ? 'play' : 'pause'} size={16} label={paused ? t.play : t.pause} />
        </button>
      ) : null}
    </div>
  );
};
