import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { compactColumnsType, endpoints } from '@tocsin/contract/graphs';
import type { SchemaSensor } from '@tocsin/contract/schemas';
import { texts } from '@tocsin/contract/texts/schemas';
import { useMemo } from 'react';
import { fetchBytes } from '../../../api/call.ts';
import { shownNow } from '../../../live/clock.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { minuteText, zoneText } from '../../../ui/time.ts';
import { numberText, valueText } from '../../../ui/value.ts';
import type { Machine } from '../canvas/tab.ts';
import { usePlantStore } from './feed.tsx';
import css from './trend.module.css';
import { trendOf, valuePlaces } from './trend-lines.ts';

const hourMs = 3_600_000;
const refetchMs = 20_000;
const maxLines = 3;
/** Height of a value label as a fraction of the plot's. */
const minApart = 0.2;

type Sensors = ReadonlyMap<string, Pick<SchemaSensor, 'id' | 'name' | 'type' | 'unit'>>;

/** The machine's numeric sensors with the unit of the deciding sensor, else of its first numeric one. */
function linesFor(machine: Machine, sensors: Sensors, deciding: string | null): readonly string[] {
  const numbers = machine.bindings.flatMap(({ sensor }) => {
    const known = sensors.get(sensor);
    return known?.type === 'NUMERIC' ? [known] : [];
  });
  const lead = numbers.find(({ id }) => id === deciding) ?? numbers[0];
  if (lead === undefined) return [];
  const others = numbers.filter(({ id, unit }) => id !== lead.id && unit === lead.unit);
  return [lead, ...others].slice(0, maxLines).map(({ id }) => id);
}

interface Props {
  readonly siteId: number;
  readonly machine: Machine;
  readonly sensors: Sensors;
  readonly to: string | null;
  readonly zone: string;
  readonly close: () => void;
}

/** The last hour of a machine, docked below the drawing; the deciding sensor's line is solid, the others are dashed. */
export const PinnedTrend = ({ siteId, machine, sensors, to, zone, close }: Props) => {
  const store = usePlantStore();
  const paths = useMemo(() => linesFor(machine, sensors, store.status(machine.id).sensor), [machine, sensors, store]);
  const { data, isError } = useQuery({
    queryKey: ['plant-trend', siteId, ...paths],
    queryFn: async ({ signal }) => {
      const answer = await fetchBytes(
        endpoints.compare,
        { params: { id: siteId }, query: { timescale: 'hour', sensor_id: [...paths] }, signal },
        compactColumnsType,
      );
      return unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
    },
    enabled: paths.length > 0,
    refetchInterval: refetchMs,
  });
  const trend = useMemo(() => {
    if (data === undefined) return null;
    const inOrder = paths.flatMap((path) => data.series.filter((one) => one.sensor === path));
    return trendOf(inOrder, data.head.from, data.head.to, data.head.offline_after);
  }, [data, paths]);
  const places = valuePlaces(trend?.lines ?? [], minApart);
  const unit = sensors.get(paths[0] ?? '')?.unit ?? '';
  const [from, end] = data === undefined ? [shownNow() - hourMs, shownNow()] : [data.head.from, data.head.to];
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => from + (end - from) * share);
  return (
    <Text
      as="section"
      flex="none"
      padding="6px 16px 8px"
      borderTop="1px solid var(--line)"
      background="var(--surface)"
      aria-label={texts.trendOf(machine.name)}
    >
      <Row as="header" wrap gap="2px 12px">
        <Icon name="chart" size={16} />
        <b>{machine.name}</b>
        {paths.map((path, i) => (
          <span key={path} className={i === 0 ? css.lead : css.other}>
            {sensors.get(path)?.name ?? path}
          </span>
        ))}
        <Row as="span" gap={12} marginLeft="auto">
          <span className={css.quiet}>{texts.lastSixty}</span>
          {to !== null && <Link to={to}>{texts.openGraph}</Link>}
          <IconButton icon="close" label={texts.unpin} size={16} onClick={close} />
        </Row>
      </Row>
      {paths.length === 0 && <p className={css.quiet}>{texts.noNumbers}</p>}
      {isError && trend === null && <p className={css.quiet}>{texts.graphsFailed}</p>}
      {paths.length > 0 && (
        <Text as="div" tone="quiet" size={12} line={16} className={css.plot}>
          <Stack as="span" grows justify="space-between" textAlign="right" aria-hidden="true">
            <span>{trend && valueText(trend.most, unit, 0)}</span>
            <span>{trend && valueText(trend.least, unit, 0)}</span>
          </Stack>
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" role="img" aria-label={texts.trendOf(machine.name)}>
            {trend?.lines[0]?.alarms.map((span) => (
              <rect
                key={span.from}
                className={css.alarm}
                x={span.from}
                y={0}
                width={Math.max(0.002, span.to - span.from)}
                height={1}
              />
            ))}
            {trend?.lines.toReversed().map((line) => (
              <path key={line.sensor} className={line.sensor === paths[0] ? css.ink : css.dashed} d={line.d} />
            ))}
          </svg>
          <Text position="relative" className={css.values}>
            {trend?.lines.map(
              (line, i) =>
                line.last !== null && (
                  <span
                    key={line.sensor}
                    className={i === 0 ? css.last : css.quiet}
                    style={{ top: `${(places[i] ?? line.lastY) * 100}%` }}
                  >
                    {numberText(line.last, unit)}
                  </span>
                ),
            )}
          </Text>
          <Row
            as="span"
            gridColumn={2}
            justify="space-between"
            paddingTop={2}
            whiteSpace="nowrap"
            align="stretch"
            aria-hidden="true"
          >
            {marks.map((at, i) => (
              <span key={at}>
                {minuteText(at, zone)}
                {i === marks.length - 1 && ` ${zoneText(at, zone)}`}
              </span>
            ))}
          </Row>
        </Text>
      )}
    </Text>
  );
};
