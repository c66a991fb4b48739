import { useQuery } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import type { SchemaSensor } from '@tocsin/contract/schemas';
import { texts } from '@tocsin/contract/texts/schemas';
import { useEffect, useMemo, useState } from 'react';
import { callQuery } from '../../../api/call.ts';
import { shownNow } from '../../../live/clock.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import { ChartGroup } from '../../../ui/chart/chart-group.ts';
import { linesOn, type ScaleKey } from '../../../ui/chart/chart-lines.ts';
import { alarmSpans, type Gap } from '../../../ui/chart/columns.ts';
import { TimeAxis } from '../../../ui/chart/time-axis.tsx';
import { Stack, Text } from '../../../ui/layout.tsx';
import { localDecimals } from '../../../ui/locale.ts';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { spanText } from '../../../ui/time.ts';
import { usePhone } from '../../../ui/use-media.ts';
import { unitText } from '../../../ui/value.ts';
import { GraphLegend } from './graph-legend.tsx';
import { chartsOf, dayMs, type MachineChart, slotMs } from './graph-model.ts';
import css from './machine.module.css';

const refetchMs = 60_000;
const axisWidth = { wide: 60, phone: 48 } as const;

const gapText = (gap: Gap): readonly [string, string] => [
  `${texts.noData}, ${spanText(gap.to - gap.from)}`,
  gap.reason,
];

const valueLabelOf =
  ({ lines }: MachineChart) =>
  (value: number, scale: ScaleKey): string => {
    const [first] = linesOn(scale, lines);
    if (first?.contact) return value > 0 ? texts.contactAlarm : texts.contactOk;
    return localDecimals(String(Number(value.toFixed(2))));
  };

const OneChart = ({
  chart,
  group,
  zone,
}: {
  readonly chart: MachineChart;
  readonly group: ChartGroup;
  readonly zone: string;
}) => {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const isPhone = usePhone();
  const lines = useMemo(
    () => chart.lines.map((line) => ({ ...line, shown: !hidden.has(line.key) })),
    [chart.lines, hidden],
  );
  const around = useMemo(
    () => ({
      alarms: lines.flatMap((line) => (line.shown ? alarmSpans(line.columns, slotMs) : [])),
      warnings: [],
      gaps: chart.gaps,
      limits: [],
    }),
    [lines, chart.gaps],
  );
  const toggle = (key: string): void =>
    setHidden((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]));
  const units = [...new Set(chart.lines.filter((line) => !line.contact).map((line) => unitText(line.unit)))];
  const title = units.filter(Boolean).join(', ') || texts.contacts;
  return (
    <div className={css.graph}>
      <Stack
        alignContent="start"
        padding="8px 8px 8px 12px"
        borderRight="1px solid var(--line2)"
        minWidth={0}
        className={css.legend}
      >
        {lines.map((line) => (
          <GraphLegend key={line.key} line={line} group={group} onToggle={() => toggle(line.key)} />
        ))}
      </Stack>
      <div className={css.plot} style={{ height: chart.height }} data-chart-height={chart.height}>
        <Chart
          group={group}
          lines={lines}
          around={around}
          zone={zone}
          height={chart.height}
          slotMs={slotMs}
          axisWidth={isPhone ? axisWidth.phone : axisWidth.wide}
          label={`${texts.graphs}: ${title}`}
          gapText={gapText}
          valueLabel={valueLabelOf(chart)}
        />
      </div>
    </div>
  );
};

interface Props {
  readonly machineId: number;
  readonly sensors: readonly SchemaSensor[];
  readonly zone: string;
}

/** '24 Hours Graphs': one time axis with a chart for each unit below; contacts are the first chart's second axis. */
export const Graphs = ({ machineId, sensors, zone }: Props) => {
  const { data, error, refetch, dataUpdatedAt } = useQuery(
    callQuery(['machine-graphs', machineId], endpoints.machineGraphs, {
      params: { id: machineId },
      refetchInterval: refetchMs,
    }),
  );
  const [group] = useState(() => new ChartGroup({ from: shownNow() - dayMs, to: shownNow() }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown day ends at the time of the answer.
  const charts = useMemo(
    () => (data === undefined ? null : chartsOf(data, sensors, shownNow(), texts.noData)),
    [data, sensors, dataUpdatedAt],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer advances the shown day.
  useEffect(() => group.setFull({ from: shownNow() - dayMs, to: shownNow() }), [group, dataUpdatedAt]);
  const spans = charts?.flatMap((chart) => chart.lines.flatMap((line) => alarmSpans(line.columns, slotMs))) ?? [];
  return (
    <Text as="section" surface padding="12px 16px" className={`${css.graphs}`} aria-labelledby="machine-graphs">
      <h2 id="machine-graphs">{texts.graphs}</h2>
      {error && charts === null && <Failed text={texts.graphsFailed} again={() => void refetch()} />}
      {!error && charts === null && <Skeleton width="100%" height={210} />}
      {charts?.length === 0 && (
        <Text as="p" tone="quiet">
          {texts.noSensors}
        </Text>
      )}
      {charts !== null && charts.length > 0 && (
        <>
          <TimeAxis group={group} zone={zone} alarms={spans} warnings={[]} gaps={[]}>
            <Text tone="quiet">{texts.slots}</Text>
          </TimeAxis>
          {charts.map((chart) => (
            <OneChart key={chart.key} chart={chart} group={group} zone={zone} />
          ))}
        </>
      )}
    </Text>
  );
};
