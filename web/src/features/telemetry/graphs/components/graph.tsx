import { texts } from '@tocsin/contract/texts/graphs';
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Chart, type Drawn } from '../../../../ui/chart/chart.tsx';
import { type Line, linesOn, type ScaleKey } from '../../../../ui/chart/chart-lines.ts';
import { alarmSpans, type Gap } from '../../../../ui/chart/columns.ts';
import { Stack, Text } from '../../../../ui/layout.tsx';
import { Failed, Skeleton } from '../../../../ui/states.tsx';
import { useTicking } from '../../../../ui/tick.ts';
import { spanText } from '../../../../ui/time.ts';
import { usePhone, useTablet } from '../../../../ui/use-media.ts';
import { numberText, shortNumber, unitText } from '../../../../ui/value.ts';
import { spread } from '../line-ends.ts';
import type { LimitLine } from '../marks.ts';
import { chartHeight, type GraphSeries } from '../model.ts';
import { commonName, isAmbient, pathsOf } from '../packs.ts';
import { useEarlierSeries } from '../use-earlier.ts';
import { useNear } from '../use-near.ts';
import { useGraphs } from '../values/use-all-series.ts';
import css from './graph.module.css';
import { BigLegend, EarlierLegend, RowLegend } from './legend.tsx';
import { LimitHandle } from './limit-handle.tsx';
import { Name, Tools } from './row-head.tsx';
import type { GraphRowProps } from './row-props.ts';
import { useCombine } from './use-combine.ts';

/** Same values as --chart-values in graph-list.module.css. */
const axisWidth = { wide: 248, tablet: 60, phone: 48 } as const;
/** Height in px of the label at the end of a line. */
const labelHeight = 26;
const gapText = (gap: Gap): readonly [string, string] => [
  `${texts.noData}, ${spanText(gap.to - gap.from)}`,
  gap.reason,
];

/** Formats axis labels: contacts as words, numbers shortened, minutes as hours and minutes. */
const valueLabelOf =
  (lines: readonly Line[]) =>
  (value: number, scale: ScaleKey): string => {
    const [first] = linesOn(scale, lines);
    if (first?.contact) return value > 0 ? texts.contact.alarm : texts.contact.ok;
    return first?.unit === 'Minutes' || first?.unit === 'Seconds' ? numberText(value, first.unit) : shortNumber(value);
  };

/** Height in px of a chart of several sensors. */
const packHeight = 280;

/** Height in px of what stands below the only graph of a page: its border, the distance to the foot, and the foot. */
const belowHeight = 64;
/** Height in px from an element down to the foot of the page, while the window shows the beginning of both. */
const heightToFoot = (from: HTMLElement | null): number =>
  from === null ? 0 : Math.floor(window.innerHeight - from.getBoundingClientRect().top - window.scrollY - belowHeight);

/** Limits of several sensors at one value are one line, which has the name of what they have in common. */
const uniqueLimits = (limits: readonly LimitLine[], series: readonly GraphSeries[]) =>
  [...Map.groupBy(limits, ({ sign, value }) => `${sign}${value}`).values()].flatMap((all) => {
    const [first] = all;
    const names = series.flatMap(({ path, name }) => (all.some((limit) => limit.path === path) ? [name] : []));
    const name = names.length === 1 ? names[0] : commonName(names) || names.join(', ');
    return first === undefined ? [] : [{ ...first, name: name ?? '' }];
  });

/** One graph: its legend with the values at the cursor, and its chart. */
export const GraphRow = memo(
  ({ loader, earlier, name, zone, marks, editable, fills, onCombine, ...actions }: GraphRowProps) => {
    const { onExport, onTable, onCompare, onOnly } = actions;
    const paths = useMemo(() => pathsOf(name), [name]);
    const isPack = name.members !== undefined;
    const combine = useCombine(paths, onCombine);
    const ref = useNear(loader, paths, earlier?.loader);
    const before = useEarlierSeries(earlier, paths);
    const graphs = useGraphs(loader, paths);
    const series = useMemo(() => graphs.flatMap((one) => one.series), [graphs]);
    const state = (['waiting', 'failed'] as const).find((each) => graphs.some((one) => one.state === each)) ?? 'ready';
    const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
    const { warnings, limits } = useMemo(() => {
      const isMine = ({ path }: { readonly path: string | null }): boolean => series.some((one) => one.path === path);
      return { warnings: marks.warnings.filter(isMine), limits: marks.limits.filter(isMine) };
    }, [marks, series]);
    const head = loader.known();
    const phone = usePhone();
    const tablet = useTablet();
    const [foot, setFoot] = useState<HTMLElement | null>(null);
    const ends = useRef<HTMLDivElement>(null);
    const plot = useRef<HTMLDivElement>(null);
    const drawn = useRef<Drawn | null>(null);
    const place = useCallback((now: Drawn | null) => {
      drawn.current = now;
      const labels = [...(ends.current?.children ?? [])].filter((each) => each instanceof HTMLElement);
      const wanted = labels.map(({ dataset }) => now?.ends.get(dataset.path ?? '') ?? Number.POSITIVE_INFINITY);
      const tops = spread(wanted, labelHeight, ends.current?.offsetHeight ?? 0);
      for (const [index, label] of labels.entries()) label.style.transform = `translateY(${tops[index] ?? 0}px)`;
      for (const line of plot.current?.querySelectorAll<HTMLElement>('[data-limit]') ?? []) {
        const top = now?.placeOf(Number(line.dataset.limit)) ?? -1;
        line.hidden = !(top >= 0 && top <= (plot.current?.offsetHeight ?? 0));
        line.style.top = `${top}px`;
      }
    }, []);
    const usual = head?.slot ?? 10_000;
    const lines = useMemo(() => {
      const lineOf = (one: GraphSeries, index: number): Line => ({
        key: one.path,
        columns: one.columns,
        contact: one.contact,
        unit: one.unit,
        gaps: one.gaps,
        shown: !hidden.has(one.path),
        stroke: index,
        isFaint: isPack && isAmbient(one),
      });
      const faint = series.flatMap((one, index) => {
        const same = before.find(({ path, unit }) => path === one.path && unit === one.unit);
        return same === undefined ? [] : [{ ...lineOf(same, index), key: `${one.path} earlier`, isFaint: true }];
      });
      return [...series.map(lineOf), ...faint];
    }, [series, before, hidden, isPack]);
    const around = useMemo(
      () => ({
        alarms: series.flatMap((one) => (hidden.has(one.path) ? [] : alarmSpans(one.columns, usual))),
        warnings,
        // The chart's gaps are those common to all its lines.
        gaps: (series[0]?.gaps ?? []).filter((gap) =>
          series.every((one) => one.gaps.some((other) => other.from <= gap.from && other.to >= gap.to)),
        ),
        limits: uniqueLimits(limits, series).map(({ value, name: whose, sign, text }) => ({
          value,
          label: series.length > 1 ? texts.limitOf(whose, texts.warns(sign, text)) : texts.warns(sign, text),
        })),
      }),
      [series, hidden, warnings, limits, usual],
    );
    const units = series.filter((one) => !one.contact).map((one) => one.unit);
    const kinds = [...units, ...(series.some((one) => one.contact) ? ['contact'] : [])];
    const toFoot = useTicking(() => (fills ? heightToFoot(plot.current) : 0));
    const height = Math.max(toFoot, isPack ? packHeight : chartHeight(kinds));
    const [only] = series;
    const isAtEnds = !tablet && series.length > 1 && series.length * labelHeight <= height;
    useLayoutEffect(() => place(drawn.current));
    const shownRange = useMemo(
      () => ({
        slotMs: head?.slot ?? null,
        // Points further apart than the offline time have a gap between them.
        withinMs: head?.offline_after ?? 60_000,
        zone,
      }),
      [head?.slot, head?.offline_after, zone],
    );
    const legend = series.map((one, index) => (
      <div key={one.path} data-path={one.path}>
        <RowLegend
          one={one}
          group={loader.group}
          warnings={warnings.filter((span) => span.path === one.path)}
          shownRange={shownRange}
          stroke={index}
          isFaint={isPack && isAmbient(one)}
          shown={!hidden.has(one.path)}
          onOnly={isPack ? onOnly : undefined}
          onToggle={() =>
            setHidden((now) => new Set(now.has(one.path) ? [...now].filter((p) => p !== one.path) : [...now, one.path]))
          }
        />
      </div>
    ));
    return (
      <article ref={ref} className={css.graph} data-pack={isPack} style={{ minHeight: height }} {...combine}>
        <Stack
          as="header"
          grows
          padding="12px 12px 8px var(--page-pad)"
          borderRight="1px solid var(--line2)"
          minWidth={0}
          className={css.legend}
        >
          <Name name={name} onOnly={onOnly} />
          <Text as="p" marginBottom={2} oneLine tone="faint" size={12} line={16} className={css.group}>
            {[name.group, ...(series.length > 1 && !isPack ? new Set(units.map((unit) => unitText(unit))) : [])]
              .filter(Boolean)
              .join(', ')}
          </Text>
          {state === 'waiting' && (
            <>
              <Skeleton width={90} height={28} still />
              <Skeleton width={60} height={14} style={{ marginTop: 8 }} still />
            </>
          )}
          {series.length === 1 && only && (
            <BigLegend one={only} group={loader.group} warnings={warnings} shownRange={shownRange} />
          )}
          {earlier !== null && isPack && before.length > 0 && (
            <Text as="p" marginTop={6} tone="faint" size={12} line={16}>
              {texts.packed.faint(texts.earlier[earlier.period])}
            </Text>
          )}
          {earlier !== null &&
            !isPack &&
            before.map((one) => (
              <EarlierLegend
                key={one.path}
                one={one}
                period={earlier.period}
                named={series.length > 1}
                group={loader.group}
                shownRange={shownRange}
              />
            ))}
          {!isAtEnds && series.length > 1 && legend}
          <Tools name={name} onTable={onTable} onExport={onExport} onCompare={onCompare} />
        </Stack>
        <div ref={plot} className={css.plot} style={{ height }}>
          {state === 'failed' && <Failed text={texts.failed} again={() => loader.again()} />}
          {state === 'ready' && series.length === 0 && (
            <Stack
              as="p"
              placeItems="center"
              height="100%"
              background="repeating-linear-gradient(135deg, var(--surface) 0 7px, var(--hatch1) 7px 9px)"
              tone="faint"
              className={css.none}
            >
              {texts.notKnown}
            </Stack>
          )}
          {series.length > 0 && (
            <Chart
              group={loader.group}
              lines={lines}
              around={around}
              zone={zone}
              height={height}
              slotMs={head?.slot ?? null}
              axisWidth={phone ? axisWidth.phone : tablet ? axisWidth.tablet : axisWidth.wide}
              onDrawn={place}
              label={texts.chart(name.name)}
              gapText={gapText}
              valueLabel={valueLabelOf(lines)}
            />
          )}
          {editable !== null &&
            uniqueLimits(limits, series).map(
              ({ rule, value, name: whose }) =>
                rule && (
                  <LimitHandle
                    key={`${rule.id} ${value}`}
                    device={editable}
                    rule={rule}
                    name={whose}
                    value={value}
                    height={height}
                    foot={foot}
                    drawn={() => drawn.current}
                    onMoved={() => place(drawn.current)}
                  />
                ),
            )}
          {isAtEnds && (
            <div ref={ends} className={css.ends}>
              {legend}
            </div>
          )}
        </div>
        {editable !== null && <div ref={setFoot} className={css.foot} data-fills={fills} />}
      </article>
    );
  },
);
