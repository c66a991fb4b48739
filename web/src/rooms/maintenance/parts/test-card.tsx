import { useCallback, useMemo } from 'react';
import { Age } from '../../../kit/age.tsx';
import type { Severity } from '../../../kit/severity.ts';
import { Sparkline } from '../../../kit/sparkline.tsx';
import { gapsOf } from '../../../kit/sparkline-gaps.ts';
import { isStale, standing, wordOf } from '../../../kit/standing.ts';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { numberText, unitText } from '../../../kit/value.ts';
import type { Reading } from '../../../wire/board.ts';
import { ringSpanMs } from '../../../wire/ring.ts';
import { useMoment } from '../../../wire/use-moment.ts';
import { useBoard, useReading } from '../../../wire/use-reading.ts';
import { texts } from '../texts.ts';
import css from './test-card.module.css';

const curveHeight = 96;

const Curve = ({ path }: { readonly path: string }) => {
  const board = useBoard();
  const read = useCallback(() => board.ring(path).read(), [board, path]);
  const subscribe = useCallback((listener: () => void) => board.subscribeSensor(path, listener), [board, path]);
  const view = useCallback(() => {
    const head = board.device();
    const reading = board.reading(path);
    const to = board.clock.now();
    return {
      from: to - ringSpanMs,
      to,
      ...gapsOf(head?.usualIntervalMs ?? 60_000, head?.holds ?? false),
      limit: null,
      steps: reading !== undefined && reading.type !== 'NUMERIC',
      leastSpan: Math.max(Math.abs(reading?.value ?? 0) * 0.05, 2),
    };
  }, [board, path]);
  return <Sparkline read={read} subscribe={subscribe} view={view} height={curveHeight} className={css.curve} />;
};

const Value = ({ reading }: { readonly reading: Reading }) => {
  const word = wordOf(reading);
  if (word !== null || reading.value === null) return <span className={css.word}>{word}</span>;
  return (
    <span className={css.number}>
      {numberText(reading.value, reading.unit, reading.decimals)}
      <small>{unitText(reading.unit, reading.value)}</small>
    </span>
  );
};

interface Props {
  readonly path: string;
  readonly group: string;
  readonly running: boolean;
  readonly zone: string;
}

/** The sensor large enough to be read at arm's length, live. */
export const TestCard = ({ path, group, running, zone }: Props) => {
  const board = useBoard();
  const reading = useReading(path);
  const severity = useMoment<Severity>((b, now) => {
    const head = b.device();
    const told = b.reading(path);
    if (head === null || told === undefined) return 'no-data';
    const stale = isStale(b.judgedAt(path), now, head.usualIntervalMs);
    return standing(told, { online: head.online, stale });
  });
  const at = useMemo(() => () => board.at(path), [board, path]);
  if (reading === undefined) return null;
  const words: Partial<Record<Severity, string>> = running
    ? { alarm: texts.page.alarmTest, warning: texts.page.warningTest }
    : {};
  const word = words[severity];
  return (
    <article className={`${css.card} ${css[severity] ?? ''}`} data-path={path}>
      <h2 className={css.head}>
        {reading.name}
        <small>{group}</small>
      </h2>
      <Value reading={reading} />
      <div className={css.state}>
        <StatusTag severity={severity} {...(word === undefined ? {} : { word })} />
        <span>{reading.state !== 'OK' && reading.state}</span>
        <Age at={at} now={board.clock.shown} zone={zone} say="plain" />
      </div>
      <Curve path={path} />
    </article>
  );
};
