import { useQuery } from '@tanstack/react-query';
import type { Handover } from '@tocsin/contract/handover';
import { texts } from '@tocsin/contract/texts/handover';
import { texts as incidents } from '@tocsin/contract/texts/incidents';
import type { ReactNode } from 'react';
import { devicesQuery } from '../../../domain/plant.ts';
import { Row, Text } from '../../../ui/layout.tsx';
import { dayMinuteText, minuteText, spanText, weekdayText } from '../../../ui/time.ts';
import { type Bar, lanesOf, marksOf } from '../model.ts';
import css from './timeline.module.css';

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;
const kinds: readonly Bar['kind'][] = ['alarm', 'warning', 'offline'];
const ticks = [0, 0.25, 0.5, 0.75, 1];

interface LaneProps {
  readonly name: string;
  readonly about: string;
  /** What its blocks are, in words below it. */
  readonly names?: string;
  readonly children: ReactNode;
}

const LaneRow = ({ name, about, names, children }: LaneProps) => (
  <li>
    <Text as="b" weight={600} oneLine>
      {name}
    </Text>
    <div className={css.lane} role="img" aria-label={about}>
      {children}
    </div>
    {names && (
      <Text gridColumn={2} marginTop={-8} tone="quiet" size={12} line={16} overflowWrap="anywhere">
        {names}
      </Text>
    )}
  </li>
);

/** Most blocks that a lane names; the list below has all. */
const mostNamed = 3;
/** The newest alarms of a lane, then its longest other blocks, by time: '11:09 Leg 1 stopped itself, 4 min'. */
const namesOf = (bars: readonly Bar[], { span, site }: Handover): string => {
  const timeText = span === 'shift' ? minuteText : dayMinuteText;
  const named = bars
    .toSorted((a, b) =>
      a.kind === 'alarm' && b.kind === 'alarm'
        ? b.at - a.at
        : Number(b.kind === 'alarm') - Number(a.kind === 'alarm') || b.until - b.at - (a.until - a.at),
    )
    .slice(0, mostNamed)
    .sort((a, b) => a.at - b.at)
    .map(({ at, until, text }) => `${timeText(at, site.timezone)} ${text}, ${spanText(until - at)}`);
  const left = bars.length - named.length;
  return [...named, left > 0 ? incidents.more(left) : ''].filter(Boolean).join('; ');
};

/**
 * The events of the shift on one time axis with a lane for each device: alarms are tall, warnings low, offline times
 * hatched. The last lane has notes, tests and other records.
 */
export const Timeline = ({ shown }: { readonly shown: Handover }) => {
  const devices = useQuery(devicesQuery(shown.site.id)).data?.results ?? [];
  const lanes = lanesOf(shown, devices);
  const marks = marksOf(shown);
  if (lanes.length === 0 && marks.length === 0) return null;
  const tickText = shown.span === 'week' ? weekdayText : minuteText;
  const [from, to, now] = [Date.parse(shown.from), Date.parse(shown.to), Date.parse(shown.as_of)];
  return (
    <Text
      as="section"
      surface
      margin="0 var(--page-pad) 12px"
      padding="10px 16px 12px"
      className={css.timeline}
      aria-label={texts.lanes[shown.span]}
    >
      <Row as="h2" wrap justify="space-between" gap="8px 16px" size={14} align="stretch">
        {texts.lanes[shown.span]}
        <span className={css.legend}>
          {kinds.map((kind) => (
            <span key={kind}>
              <Text as="i" width={16} height={10} data-kind={kind} />
              {texts.laneKinds[kind]}
            </span>
          ))}
          <span>
            <Text as="i" width={16} data-kind="past" />
            {texts.quietLane}
          </span>
        </span>
      </Row>
      <Text as="div" position="relative" height={18} tone="quiet" size={12} className={css.axis} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ left: percent(tick) }}>
            {tickText(from + tick * (to - from), shown.site.timezone)}
          </span>
        ))}
      </Text>
      <ul>
        {lanes.map(({ device, bars }) => (
          <LaneRow
            key={device}
            name={device}
            about={bars.map(({ text }) => text).join('; ') || texts.quietLane}
            names={namesOf(bars, shown)}
          >
            <i data-kind="past" style={{ width: percent((now - from) / (to - from)) }} />
            {bars.map(({ key, kind, left, width, text }) => (
              <i
                key={key}
                data-kind={kind}
                title={`${texts.laneKinds[kind]}: ${text}`}
                style={{ left: percent(left), width: percent(width) }}
              />
            ))}
          </LaneRow>
        ))}
        {marks.length > 0 && (
          <LaneRow name={texts.marks} about={marks.map(({ text }) => text).join('; ')}>
            {marks.map(({ key, left, text }) => (
              <i key={key} data-kind="mark" title={text} style={{ left: percent(left) }} />
            ))}
          </LaneRow>
        )}
      </ul>
    </Text>
  );
};
