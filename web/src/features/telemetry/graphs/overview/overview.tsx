import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/graphs';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { devicesQuery } from '../../../../domain/plant.ts';
import { serverNow } from '../../../../live/clock.ts';
import type { ChartGroup } from '../../../../ui/chart/chart-group.ts';
import type { ChartSpan } from '../../../../ui/chart/columns.ts';
import { timeTicks } from '../../../../ui/chart/time-ticks.ts';
import { useWidth } from '../../../../ui/chart/use-width.ts';
import { Text } from '../../../../ui/layout.tsx';
import { dayMinuteText, spanText, zonedMinuteText } from '../../../../ui/time.ts';
import type { EventSpan } from '../event-spans.ts';
import { siteEventsQuery } from '../queries.ts';
import { dragged, type Grip, gripAt, stepped } from './brush.ts';
import css from './overview.module.css';
import { overviewSpan, type SiteLane, siteLanes } from './site-lanes.ts';

const t = texts.overview;
const dayMs = 86_400_000;
const minuteMs = 60_000;

interface Props {
  readonly group: ChartGroup;
  readonly site: number;
  readonly device: number;
  readonly zone: string;
  readonly isLive: boolean;
  /** Loads and shows another range. */
  readonly onRange: (range: ChartSpan) => void;
}

const wordsOf = ({ title, spans }: SiteLane): string => {
  const counts = (['alarm_on', 'warning_on', 'device_offline'] as const).flatMap((type) => {
    const count = spans.filter((span) => span.type === type).length;
    return count === 0 ? [] : [t.counts[type](count)];
  });
  return t.lane(title, counts.length === 0 ? t.quiet : counts.join(', '));
};

const share = (at: number, { from, to }: ChartSpan): number => Math.max(0, Math.min(1, (at - from) / (to - from)));
const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

const Lane = ({ lane, whole, now }: { readonly lane: SiteLane; readonly whole: ChartSpan; readonly now: number }) => (
  <>
    <span className={css.past} style={{ width: percent(share(now, whole)) }} />
    {lane.spans.map((span: EventSpan) => {
      const left = share(span.from, whole);
      return (
        <i
          key={`${span.type} ${span.from} ${span.to} ${span.path}`}
          data-type={span.type}
          style={{ left: percent(left), width: `max(3px, ${percent(share(span.to, whole) - left)})` }}
        />
      );
    })}
  </>
);

/** The site's day around the visible range, with a lane for each device and a brush that controls the graphs below. */
export const SiteOverview = ({ group, site, device, zone, isLive, onRange }: Props) => {
  const [ref, width] = useWidth();
  const full = useSyncExternalStore(group.onRange, group.full);
  const range = useSyncExternalStore(group.onRange, group.range);
  const minute = Math.floor(full.from / minuteMs) + Math.floor(full.to / minuteMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a live range moves every 2 s; the overview once a minute.
  const whole = useMemo(() => overviewSpan(group.full(), serverNow()), [group, minute]);
  const devices = useQuery({ ...devicesQuery(site), placeholderData: keepPreviousData }).data?.results;
  const rows = useQuery(siteEventsQuery(site, whole, isLive)).data;
  const { lanes, others } = useMemo(
    () =>
      siteLanes(
        (devices ?? []).map(({ id, title }) => ({ id: Number(id), title })),
        device,
        rows ?? [],
        whole,
      ),
    [devices, device, rows, whole],
  );
  const [drag, setDrag] = useState<ChartSpan | null>(null);
  const held = useRef<{ readonly grip: Grip; readonly began: number; readonly shown: ChartSpan } | null>(null);
  const shown = drag ?? range;
  const [left, right] = [share(shown.from, whole), share(shown.to, whole)];

  /** Zooms to a part of the loaded range, ends the zoom for all of it, and loads any other range. */
  const show = (next: ChartSpan): void => {
    const loaded = group.full();
    const isInside = next.from >= loaded.from - minuteMs && next.to <= loaded.to + minuteMs;
    const isWhole = isInside && next.to - next.from > 0.99 * (loaded.to - loaded.from);
    if (isWhole) group.reset();
    else if (isInside) group.zoom(next);
    else onRange({ from: next.from, to: Math.min(next.to, serverNow()) });
  };
  const timeAt = (event: PointerEvent<HTMLElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    return whole.from + ((event.clientX - box.left) / Math.max(1, box.width)) * (whole.to - whole.from);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    held.current = { grip: gripAt(x, left * width, right * width), began: timeAt(event), shown: range };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (held.current === null) return;
    const { grip, began, shown: before } = held.current;
    setDrag(dragged(before, grip, { began, at: timeAt(event) }, whole));
  };
  const onPointerUp = (): void => {
    held.current = null;
    if (drag !== null) show(drag);
    setDrag(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    if (direction === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(stepped(range, direction, event.shiftKey, whole));
  };
  const about = whole.to - whole.from > dayMs || whole.to < serverNow() - minuteMs * 2;
  return (
    <Text
      as="section"
      borderBottom="1px solid var(--line)"
      background="var(--surface)"
      className={css.overview}
      aria-label={t.title}
    >
      <Text as="div" padding="4px 12px 0 var(--page-pad)" tone="faint" size={12} line={18} oneLine className={css.head}>
        <Text as="b" tone="plain">
          {t.title}
        </Text>{' '}
        {about ? t.around(spanText(whole.to - whole.from)) : t.lastDay}
      </Text>
      <Text as="div" position="relative" height={22} overflow="hidden" className={css.ticks} aria-hidden="true">
        {timeTicks(whole.from, whole.to, width, zone).map((tick) => (
          <span
            key={tick.at}
            className={tick.day ? css.day : undefined}
            style={{ left: percent(share(tick.at, whole)) }}
          >
            {tick.label}
          </span>
        ))}
      </Text>
      <Text as="ul" gridColumn={1} padding="0 12px 0 var(--page-pad)" minWidth={0} className={css.names}>
        {lanes.map((lane) => (
          <Text
            as="li"
            height={16}
            tone="quiet"
            size={12}
            line={16}
            oneLine
            key={lane.device}
            data-shown={lane.device === device}
            title={wordsOf(lane)}
          >
            {lane.title}
          </Text>
        ))}
      </Text>
      <Text
        ref={ref}
        as="div"
        position="relative"
        gridColumn={2}
        minHeight={16}
        cursor="crosshair"
        className={css.track}
        title={t.hint}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
      >
        {lanes.map((lane) => (
          <Text
            key={lane.device}
            as="div"
            position="relative"
            height={16}
            className={css.lane}
            role="img"
            aria-label={wordsOf(lane)}
          >
            <Lane lane={lane} whole={whole} now={Math.min(whole.to, serverNow())} />
          </Text>
        ))}
        <span className={css.shade} style={{ left: 0, width: percent(left) }} />
        <span className={css.shade} style={{ left: percent(right), right: 0 }} />
        <div
          className={css.brush}
          style={{ left: percent(left), width: `max(6px, ${percent(right - left)})` }}
          role="slider"
          tabIndex={0}
          aria-label={t.brush}
          aria-valuemin={whole.from}
          aria-valuemax={whole.to}
          aria-valuenow={Math.round(shown.from)}
          aria-valuetext={t.shown(dayMinuteText(shown.from, zone), zonedMinuteText(shown.to, zone))}
          onKeyDown={onKeyDown}
        />
      </Text>
      {others > 0 && (
        <Text
          as="p"
          gridColumn={1}
          padding="0 12px 0 var(--page-pad)"
          tone="faint"
          size={12}
          line={16}
          className={css.others}
        >
          {t.others(others)}
        </Text>
      )}
      <svg className={css.ties} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M${left * 100} 0L0 10M${right * 100} 0L100 10`} vectorEffect="non-scaling-stroke" />
      </svg>
    </Text>
  );
};
