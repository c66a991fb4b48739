import { isStale, SensorStatus, type Severity } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/maintenance';
import { useCallback, useMemo } from 'react';
import { sensorStatus, wordOf } from '../../../domain/sensor-status.ts';
import type { Reading } from '../../../live/device-store.ts';
import { ringSpanMs } from '../../../live/ring.ts';
import { useDerived } from '../../../live/use-derived.ts';
import { useDeviceStore, useReading } from '../../../live/use-reading.ts';
import { Age } from '../../../ui/age.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { gapsOf } from '../../../ui/sparkline-gaps.ts';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { numberText, unitText } from '../../../ui/value.ts';
import css from './test-card.module.css';

const curveHeight = 96;

const Curve = ({ path }: { readonly path: string }) => {
  const store = useDeviceStore();
  const read = useCallback(() => store.ring(path).read(), [store, path]);
  const subscribe = useCallback((listener: () => void) => store.subscribeSensor(path, listener), [store, path]);
  const view = useCallback(() => {
    const head = store.device();
    const reading = store.reading(path);
    const to = store.clock.now();
    return {
      from: to - ringSpanMs,
      to,
      ...gapsOf(head?.usualIntervalMs ?? 60_000, head?.holds ?? false),
      limit: null,
      steps: reading !== undefined && reading.type !== 'NUMERIC',
      minSpan: Math.max(Math.abs(reading?.value ?? 0) * 0.05, 2),
    };
  }, [store, path]);
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

/** The live sensor, large enough to read at arm's length. */
export const TestCard = ({ path, group, running, zone }: Props) => {
  const store = useDeviceStore();
  const reading = useReading(path);
  const severity = useDerived<Severity>((b, now) => {
    const head = b.device();
    const reading = b.reading(path);
    if (head === null || reading === undefined) return 'no-data';
    const stale = isStale(b.ageReference(path), now, head.usualIntervalMs);
    return sensorStatus(reading, { online: head.online, stale });
  });
  const at = useMemo(() => () => store.at(path), [store, path]);
  if (reading === undefined) return null;
  const words: Partial<Record<Severity, string>> = running
    ? { alarm: texts.page.alarmTest, warning: texts.page.warningTest }
    : {};
  const word = words[severity];
  return (
    <Stack
      as="article"
      surface
      position="relative"
      gap={4}
      overflow="hidden"
      className={`${css.card} ${css[severity] ?? ''}`}
      data-path={path}
    >
      <h2 className={css.head}>
        {reading.name}
        <small>{group}</small>
      </h2>
      <Value reading={reading} />
      <Row gap={10} tone="quiet" className={css.state}>
        <StatusTag severity={severity} {...(word === undefined ? {} : { word })} />
        <span>{reading.state !== SensorStatus.enum.OK && reading.state}</span>
        <Age at={at} now={store.clock.shown} zone={zone} phrase="plain" />
      </Row>
      <Curve path={path} />
    </Stack>
  );
};
