import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type Timescale, timescales } from '@tocsin/contract/graphs';
import { texts } from '@tocsin/contract/texts/graphs';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useKnownSite } from '../../../domain/plant.ts';
import { useSiteOfPage } from '../../../domain/use-site-of-page.ts';
import { serverNow } from '../../../live/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Chart } from '../../../ui/chart/chart.tsx';
import { ChartGroup } from '../../../ui/chart/chart-group.ts';
import { type Line, linesOn, type ScaleKey } from '../../../ui/chart/chart-lines.ts';
import { alarmSpans, type Gap, pointUnder } from '../../../ui/chart/columns.ts';
import { Row, Text } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { dayClockText, spanText, zoneText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import { usePhone } from '../../../ui/use-media.ts';
import { numberText, shortNumber, unitText, valueText } from '../../../ui/value.ts';
import { CursorKeys } from '../graphs/components/cursor-keys.tsx';
import { RangePicker } from '../graphs/components/range-picker.tsx';
import { fullRangeOf } from '../graphs/full-range.ts';
import type { View } from '../graphs/loader.ts';
import { useZoomAddress } from '../graphs/use-zoom-address.ts';
import { rangeWords } from '../graphs/zoom.ts';
import { AddSensor } from './components/add-sensor.tsx';
import { Readout } from './components/readout.tsx';
import css from './page.module.css';
import { type ComparedSeries, type Comparison, comparisonQuery } from './queries.ts';
import { type ComparisonSearch, sensorsOf } from './search.ts';

const t = texts.comparison;
const chartHeights = { wide: 420, phone: 300 } as const;
const gapText = (gap: Gap): readonly [string, string] => [
  `${texts.noData}, ${spanText(gap.to - gap.from)}`,
  gap.reason,
];

const titleOf =
  (lines: readonly Line[]) =>
  (scale: ScaleKey): string => {
    const [first] = linesOn(scale, lines);
    return first === undefined || first.contact ? t.columns.state : unitText(first.unit) || first.unit;
  };
const labelOf =
  (lines: readonly Line[]) =>
  (value: number, scale: ScaleKey): string => {
    const [first] = linesOn(scale, lines);
    if (first?.contact) return value > 0 ? texts.contact.alarm : texts.contact.ok;
    return first?.unit === 'Minutes' ? numberText(value, first.unit) : shortNumber(value);
  };

/** 'Head bearing left 60.3 °C': a sensor and its value at a moment. */
const wordsAt = (one: ComparedSeries, at: number, head: Comparison['head']): string => {
  const index = pointUnder(one.columns, at, { slotMs: head.slot, pixelMs: 1, withinMs: head.offline_after });
  const value = one.columns.values[index];
  if (value === undefined) return `${one.name} ${texts.noData}`;
  const state = one.columns.texts[one.columns.states[index] ?? 0] ?? '';
  return `${one.name} ${one.contact ? state : valueText(value, one.unit, one.decimals)}`;
};

interface BoardProps {
  readonly shown: Comparison;
  readonly group: ChartGroup;
  readonly zone: string;
  readonly onRemove: (path: string) => void;
}

const Board = ({ shown, group, zone, onRemove }: BoardProps) => {
  const { head, series } = shown;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const phone = usePhone();
  const lines = useMemo(
    () =>
      series.map(
        (one, index): Line => ({
          key: one.path,
          columns: one.columns,
          contact: one.contact,
          unit: one.unit,
          gaps: one.gaps,
          shown: !hidden.has(one.path),
          stroke: index,
        }),
      ),
    [series, hidden],
  );
  const around = useMemo(
    () => ({
      alarms: series.flatMap((one) => (hidden.has(one.path) ? [] : alarmSpans(one.columns, head.slot ?? 10_000))),
      warnings: [],
      gaps: [],
      limits: [],
    }),
    [series, hidden, head.slot],
  );
  const toggle = (path: string): void =>
    setHidden((now) => new Set(now.has(path) ? [...now].filter((each) => each !== path) : [...now, path]));
  const valueTextAt = (at: number): string =>
    t.valueAt(
      `${dayClockText(at, zone)} ${zoneText(at, zone)}`,
      series.map((one) => wordsAt(one, at, head)).join(', '),
    );
  return (
    <>
      <Text as="div" padding="8px 12px 4px" background="var(--surface)" className={css.chart}>
        <CursorKeys group={group} slotMs={head.slot} valueText={valueTextAt}>
          <Chart
            group={group}
            lines={lines}
            around={around}
            zone={zone}
            height={phone ? chartHeights.phone : chartHeights.wide}
            slotMs={head.slot}
            axisWidth={52}
            label={t.chart}
            gapText={gapText}
            valueLabel={labelOf(lines)}
            axisTitle={titleOf(lines)}
          />
        </CursorKeys>
      </Text>
      <Text as="p" padding="6px var(--page-pad) 0" tone="quiet" size={12}>
        {t.keys}
      </Text>
      <Readout
        series={series}
        group={group}
        shownRange={{ slotMs: head.slot, withinMs: head.offline_after, zone }}
        hidden={hidden}
        onToggle={toggle}
        onRemove={onRemove}
      />
    </>
  );
};

const scales = timescales.map((key) => ({ key, label: texts.scales[key] }));
const copyLink = (): void =>
  void navigator.clipboard.writeText(location.href).then(
    () => showToast('success', t.copied),
    () => showToast('warning', t.notCopied),
  );

/** Up to eight sensors of a site on one chart, with an axis for each unit and the values at the cursor. */
export const ComparisonPage = () => {
  const { id } = useParams({ from: '/frame/sites/$id/compare' });
  const search = useSearch({ from: '/frame/sites/$id/compare' });
  const navigate = useNavigate();
  const siteId = Number(id);
  const site = useKnownSite(siteId);
  useSiteOfPage(site);
  const zone = site?.timezone ?? 'UTC';
  const sensors = sensorsOf(search);
  const { start, end, timescale } = search;
  const scale: Timescale = timescale ?? 'day';
  const view = useMemo(
    (): View =>
      start === undefined || end === undefined ? { kind: 'scale', scale } : { kind: 'range', from: start, to: end },
    [start, end, scale],
  );
  const group = useMemo(() => new ChartGroup(fullRangeOf(view, null, serverNow(), zone)), [view, zone]);
  const { data, error, refetch, isPlaceholderData } = useQuery(comparisonQuery(siteId, sensors, view));
  useEffect(() => {
    if (data) group.setFull({ from: data.head.from, to: data.head.to });
  }, [data, group]);
  const full = useSyncExternalStore(group.onRange, group.full);
  const show = (next: ComparisonSearch): void =>
    void navigate({ to: '/sites/$id/compare', params: { id }, search: next, replace: true, resetScroll: false });
  const { from: _from, to: _to, ...unzoomed } = search;
  useZoomAddress(group, search, (zoom) => show({ ...unzoomed, ...zoom }));
  const { start: _start, end: _end, timescale: _scale, ...plain } = unzoomed;
  const withSensors = (next: readonly string[]): void => {
    const { sensors: _, ...others } = search;
    show(next.length === 0 ? others : { ...others, sensors: next.join(',') });
  };
  // Sensors without data would count towards the chart's limit, but have no line by which to remove them.
  const missing =
    data && !isPlaceholderData ? sensors.filter((path) => !data.series.some((one) => one.path === path)) : [];
  const first = sensors[0] === undefined ? null : Number(sensors[0].split('.')[0]);
  return (
    <>
      <PageHeader
        title={t.title}
        about={rangeWords(full, data?.head.slot)}
        back={
          <Link to="/devices/$id" params={{ id }}>
            {t.backToSite(site?.title ?? '')}
          </Link>
        }
      >
        <Button icon="copy" onClick={copyLink}>
          {t.copy}
        </Button>
      </PageHeader>
      <Row wrap gap="8px 12px" padding="0 var(--page-pad) 12px">
        <Segments
          label={texts.timescale}
          items={[...scales, { key: 'custom' as const, label: texts.custom }].filter(
            ({ key }) => key !== 'custom' || view.kind === 'range',
          )}
          current={view.kind === 'range' ? 'custom' : scale}
          onPick={(key) => key !== 'custom' && show({ ...plain, timescale: key })}
        />
        <RangePicker
          shown={full}
          zone={zone}
          isRange={view.kind === 'range'}
          isLive={view.kind === 'scale'}
          onRange={({ from, to }) => show({ ...plain, start: Math.round(from), end: Math.round(to) })}
          onNow={() => show(plain)}
        />
        <AddSensor site={siteId} device={first} chosen={sensors} onAdd={(path) => withSensors([...sensors, path])} />
      </Row>
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {missing.length > 0 && (
        <Notice
          tone="hatch"
          actions={
            <Button size="bar" onClick={() => withSensors(sensors.filter((path) => !missing.includes(path)))}>
              {t.leaveOut}
            </Button>
          }
        >
          {t.missing(missing.length)}
        </Notice>
      )}
      {sensors.length === 0 && <Empty icon="chart" title={t.none} />}
      {sensors.length > 0 && !data && !error && <Loading />}
      {sensors.length > 0 && data && !error && (
        <Board
          shown={data}
          group={group}
          zone={zone}
          onRemove={(path) => withSensors(sensors.filter((each) => each !== path))}
        />
      )}
    </>
  );
};
