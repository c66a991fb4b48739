import { Link } from '@tanstack/react-router';
import { toUnit } from '@tocsin/contract/convertible-units';
import type { Rehearsal } from '@tocsin/contract/rehearsal';
import type { Warning } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/graphs';
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { settingsOf, signalOf, spansAt } from '../../../../domain/rehearsal/settings.ts';
import { streamRehearsal } from '../../../../domain/rehearsal/stream.ts';
import { rowOf } from '../../../../domain/warning-rules.ts';
import { Button, buttonLink, IconButton } from '../../../../ui/button.tsx';
import type { Drawn } from '../../../../ui/chart/chart.tsx';
import { Row } from '../../../../ui/layout.tsx';
import { valueText } from '../../../../ui/value.ts';
import css from './limit-handle.module.css';

const days = 30;
const steps: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};

interface Props {
  readonly device: number;
  readonly rule: Warning;
  /** Name of the sensor. */
  readonly name: string;
  /** The limit in the displayed unit. */
  readonly value: number;
  readonly height: number;
  /** Where the answer is shown, beside the curve. */
  readonly foot: HTMLElement | null;
  readonly drawn: () => Drawn | null;
  /** Moves what stands at a value to its place. */
  readonly onMoved: () => void;
}

/**
 * The limit of a warning rule, to be moved by dragging, by presses or with keys. Says how often it would have warned, and
 * leads to the form of the rules with that limit; it changes nothing itself.
 */
export const LimitHandle = ({ device, rule, name, value, height, foot, drawn, onMoved }: Props) => {
  const [moved, setMoved] = useState<number | null>(null);
  const [answer, setAnswer] = useState<Rehearsal | string | null>(null);
  const asked = useRef<AbortController | null>(null);
  useEffect(() => () => asked.current?.abort(), []);
  useLayoutEffect(onMoved);
  const unit = rule.sensor_unit ?? rule.unit;
  const typed = useMemo(() => {
    const own = toUnit(unit, rule.unit);
    return moved === null || !own ? null : Number((own.k * moved + own.c).toPrecision(6));
  }, [moved, unit, rule.unit]);
  const signal = useMemo(
    () => (answer !== null && typeof answer === 'object' && answer.signal ? signalOf(answer.signal) : null),
    [answer],
  );
  const ask = (): void => {
    if (asked.current) return;
    const own = new AbortController();
    asked.current = own;
    streamRehearsal(device, { results: [rowOf(rule)], days, signal: 0 }, () => undefined, own.signal).then(
      setAnswer,
      (error: unknown) => {
        if (!own.signal.aborted) setAnswer(error instanceof Error ? error.message : String(error));
      },
    );
  };
  const span = (): { readonly low: number; readonly high: number } => {
    const now = drawn();
    return now ? { low: now.valueAt(height), high: now.valueAt(0) } : { low: value, high: value };
  };
  const stepOf = (): number => {
    const { low, high } = span();
    return 10 ** Math.floor(Math.log10(Math.max(high - low, 1e-6) / 40));
  };
  const move = (to: number): void => {
    const { low, high } = span();
    const step = stepOf();
    ask();
    setMoved(Number((Math.round(Math.min(high, Math.max(low, to)) / step) * step).toPrecision(6)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (event.key === 'Escape') setMoved(null);
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move((moved ?? value) + step * stepOf());
  };
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>): void => {
    const plot = event.currentTarget.closest('[data-limit]')?.parentElement;
    if (!plot || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(drawn()?.valueAt(event.clientY - plot.getBoundingClientRect().top) ?? value);
  };
  const shown = moved ?? value;
  const words = texts.warns(rule.sign, valueText(shown, unit));
  const said = (): string => {
    if (typeof answer === 'string') return answer;
    if (answer === null) return texts.limit.counting;
    const was = answer.rules[0]?.after.count;
    if (!signal || typed === null || was === undefined) return texts.limit.unknown;
    const settings = { ...settingsOf(rowOf(rule)), value: typed };
    return texts.limit.would(spansAt(signal, settings, rule.off_delay_seconds, answer.from).length, was, days);
  };
  return (
    <div className={css.limit} data-limit={shown} data-moved={moved !== null}>
      <button
        type="button"
        role="slider"
        aria-orientation="vertical"
        aria-label={texts.limit.of(name)}
        title={texts.limit.ring}
        aria-valuenow={shown}
        aria-valuetext={words}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onClick={() => {
          ask();
          setMoved(shown);
        }}
      />
      {moved !== null &&
        foot &&
        createPortal(
          <Row wrap gap={8} align="center" surface padding="4px 8px" size={14}>
            <span role="status">
              <b>{`${name}. ${words}`}</b>: {said()}
            </span>
            <Link
              to="/dashboard/edit/warnings"
              search={{ rule: rule.id, limit: typed ?? rule.value }}
              className={buttonLink}
            >
              {texts.limit.save}
            </Link>
            <IconButton icon="up" label={texts.limit.higher} onClick={() => move(shown + stepOf())} />
            <IconButton icon="down" label={texts.limit.lower} onClick={() => move(shown - stepOf())} />
            <Button size="bar" onClick={() => setMoved(null)}>
              {texts.limit.cancel}
            </Button>
          </Row>,
          foot,
        )}
    </div>
  );
};
