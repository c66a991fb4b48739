import { texts } from '@tocsin/contract/texts/ui';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { type KeyLine, usePageKeys } from '../page-keys.ts';
import { severities } from '../severity.ts';
import { clockText, dayClockText } from '../time.ts';
import type { ChartGroup } from './chart-group.ts';
import type { ChartSpan } from './columns.ts';
import { addGestures } from './gestures.ts';
import css from './time-axis.module.css';
import { timeTicks } from './time-ticks.ts';
import { useWidth } from './use-width.ts';

interface Props {
  readonly group: ChartGroup;
  readonly zone: string;
  readonly alarms: readonly ChartSpan[];
  readonly warnings: readonly ChartSpan[];
  readonly gaps: readonly ChartSpan[];
  /** Content beside the axis, above the legends. */
  readonly children: ReactNode;
}

interface LaneProps {
  readonly spans: readonly ChartSpan[];
  readonly range: ChartSpan;
  readonly kind: 'alarm' | 'warning' | 'no-data';
}

const Lane = ({ spans, range, kind }: LaneProps) => (
  <>
    {spans.map((span) => {
      const length = range.to - range.from;
      const left = Math.max(0, (span.from - range.from) / length);
      const right = Math.min(1, (span.to - range.from) / length);
      if (right < 0 || left > 1) return null;
      return (
        <i
          key={`${span.from}-${span.to}`}
          data-kind={kind}
          title={severities[kind].word}
          style={{ left: `${left * 100}%`, width: `max(3px, ${Math.max(0, right - left) * 100}%)` }}
        />
      );
    })}
  </>
);

const { zoom, whole, wheel, pan } = texts.chartKeys;
const keys: readonly KeyLine[] = [zoom, whole, wheel, pan];

/** The sticky time axis of all charts, zoomed by the wheel and panned by dragging. */
export const TimeAxis = ({ group, zone, alarms, warnings, gaps, children }: Props) => {
  usePageKeys(keys);
  const track = useRef<HTMLDivElement>(null);
  const [ref, width] = useWidth();
  const range = useSyncExternalStore(group.onRange, group.range);
  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const lane = { left: () => 0, width: () => element.clientWidth };
    return addGestures(element, group, lane, { plainWheel: true, plainDrag: true });
  }, [group]);
  const at = (time: number): string => `${((time - range.from) / (range.to - range.from)) * 100}%`;
  return (
    <div className={css.axis}>
      <div className={css.side}>{children}</div>
      <div className={css.track} ref={track}>
        <div ref={ref} className={css.labels} data-ticks aria-hidden="true">
          {timeTicks(range.from, range.to, width, zone).map((tick) => (
            <span key={tick.at} className={tick.day ? css.day : undefined} style={{ left: at(tick.at) }}>
              {tick.label}
            </span>
          ))}
          <CursorTime group={group} zone={zone} />
        </div>
        <div className={css.lane} aria-hidden="true">
          <Lane spans={gaps} range={range} kind="no-data" />
          <Lane spans={warnings} range={range} kind="warning" />
          <Lane spans={alarms} range={range} kind="alarm" />
        </div>
      </div>
    </div>
  );
};

const dayMs = 86_400_000;

/** The time at the cursor; moves without re-rendering the axis. */
const CursorTime = ({ group, zone }: { readonly group: ChartGroup; readonly zone: string }) => {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const place = (): void => {
      const label = ref.current;
      const at = group.cursor();
      if (!label) return;
      label.hidden = at === null;
      if (at === null) return;
      const { from, to } = group.range();
      label.style.left = `${((at - from) / (to - from)) * 100}%`;
      label.textContent = to - from > dayMs ? dayClockText(at, zone) : clockText(at, zone);
    };
    place();
    return group.onCursor(place);
  }, [group, zone]);
  return <span ref={ref} className={css.cursor} hidden />;
};
