import type { Notification } from '@tocsin/contract/live';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as events } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/graphs';
import { useMemo, useSyncExternalStore } from 'react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import type { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import { Text } from '../../../../ui/layout.tsx';
import { clockText, dayClockText, dayMinuteText, exactText, zoneText } from '../../../../ui/time.ts';
import { unitText } from '../../../../ui/value.ts';
import type { Shown } from '../components/legend.tsx';
import type { GraphLoader } from '../loader.ts';
import type { GraphSeries } from '../model.ts';
import { useAllSeries } from './use-all-series.ts';
import { NumberRow, StateRow } from './value-rows.tsx';
import css from './values-panel.module.css';

const t = texts.values;
/** Maximum number of listed events; the log has all. */
const maxListed = 50;
const dayMs = 86_400_000;

const icons: Readonly<Partial<Record<Notification['event_type'], IconName>>> = {
  alarm_on: 'bell',
  warning_on: 'warning',
  device_offline: 'brokenLink',
};

interface EventsProps {
  readonly rows: readonly Notification[];
  readonly group: ChartGroup;
  readonly zone: string;
}

const Events = ({ rows, group, zone }: EventsProps) => {
  const range = useSyncExternalStore(group.onRange, group.range);
  const shown = rows.filter(({ date_created }) => {
    const at = Date.parse(date_created);
    return at >= range.from && at <= range.to;
  });
  const clock = range.to - range.from > dayMs ? dayMinuteText : clockText;
  const goTo = (at: number): void => {
    const pixel = (range.to - range.from) / 400;
    group.setCursor(at, pixel);
  };
  return (
    <section className={css.events} aria-label={t.events}>
      <h3>
        {t.events}
        {shown.length > maxListed && <small>{t.eventsCut(maxListed, shown.length)}</small>}
      </h3>
      {shown.length === 0 && (
        <Text as="p" padding="4px 16px" tone="faint">
          {t.noEvents}
        </Text>
      )}
      <ol>
        {shown.slice(0, maxListed).map((row) => {
          const at = Date.parse(row.date_created);
          const what = row.sensor_name || events.labels[row.event_type];
          const by = row.acknowledged?.by;
          return (
            <li key={row.id} data-type={row.event_type}>
              <button
                type="button"
                onClick={() => goTo(at)}
                title={t.goTo(`${events.labels[row.event_type]}, ${exactText(at, zone)}`)}
              >
                <Icon name={icons[row.event_type] ?? 'bell'} size={14} />
                <time>{clock(at, zone)}</time>
                <b>{what}</b>
                <span>{readerWords(row.content) || events.labels[row.event_type]}</span>
                {row.needs_acknowledgement && <small>{by ? t.acknowledgedBy(by) : t.notAcknowledged}</small>}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
};

interface Props {
  readonly loader: GraphLoader;
  /** All sensors and nodes of the page. */
  readonly paths: readonly string[];
  readonly events: readonly Notification[];
  readonly zone: string;
  readonly onGo: (path: string) => void;
  readonly onMoment: () => void;
  readonly onClose: () => void;
}

const byUnit = (
  series: readonly GraphSeries[],
): readonly (readonly [unit: string, series: readonly GraphSeries[]])[] => [
  ...Map.groupBy(
    series.filter((one) => !one.contact),
    ({ unit }) => unit,
  ),
];

/** All values at the cursor, or the newest ones, and the events of the visible range. */
export const ValuesPanel = ({ loader, paths, events, zone, onGo, onMoment, onClose }: Props) => {
  const { group } = loader;
  const series = useAllSeries(loader, paths);
  const head = loader.known();
  const cursor = useSyncExternalStore(group.onCursor, group.cursor);
  const range = useSyncExternalStore(group.onRange, group.range);
  const shownRange = useMemo(
    (): Shown => ({ slotMs: head?.slot ?? null, withinMs: head?.offline_after ?? 60_000, zone }),
    [head?.slot, head?.offline_after, zone],
  );
  const states = series.filter(({ contact }) => contact);
  const title = cursor === null ? t.newest : t.at(`${clockText(cursor, zone)} ${zoneText(cursor, zone)}`);
  return (
    <Text as="aside" position="sticky" borderLeft="1px solid var(--line2)" className={css.panel} aria-label={t.title}>
      <header>
        <h2>{title}</h2>
        <p>{cursor === null ? '' : dayClockText(cursor, zone).split(',')[0]}</p>
        <IconButton icon="close" size={16} label={t.close} onClick={onClose} />
      </header>
      <Text as="div" overflowY="auto" paddingBottom={12} className={css.rows}>
        {byUnit(series).map(([unit, ones]) => (
          <table key={unit}>
            <thead>
              <tr>
                <th scope="col">{unitText(unit) || unit || t.noUnit}</th>
                <th scope="col">{t.columns.value}</th>
                <th scope="col">{t.columns.min}</th>
                <th scope="col">{t.columns.max}</th>
                <th scope="col">{t.columns.change}</th>
              </tr>
            </thead>
            <tbody>
              {ones.map((one) => (
                <NumberRow key={one.path} one={one} group={group} shownRange={shownRange} onGo={onGo} />
              ))}
            </tbody>
          </table>
        ))}
        {states.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col" colSpan={5}>
                  {t.states}
                </th>
              </tr>
            </thead>
            <tbody>
              {states.map((one) => (
                <StateRow key={one.path} one={one} group={group} shownRange={shownRange} onGo={onGo} />
              ))}
            </tbody>
          </table>
        )}
        <Text as="p" padding="6px 16px" tone="faint" size={12} line={16}>
          {t.about(dayMinuteText(range.from, zone))}
        </Text>
        <Events rows={events} group={group} zone={zone} />
      </Text>
      <footer>
        <Button size="bar" icon="clock" title={texts.siteMomentHint} onClick={onMoment}>
          {texts.siteMoment}
        </Button>
      </footer>
    </Text>
  );
};
