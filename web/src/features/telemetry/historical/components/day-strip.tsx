import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/historical';
import { texts as ui } from '@tocsin/contract/texts/ui';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Row, Section, Text } from '../../../../ui/layout.tsx';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import { minuteText, spanText, weekdayText, zonedClockText, zonedMinuteText } from '../../../../ui/time.ts';
import { momentOfFields } from '../../../../ui/zone.ts';
import { type DayEvent, hoursOf, shiftDay } from '../day-events.ts';
import css from './day-strip.module.css';

interface Props {
  /** Day in the zone, 'YYYY-MM-DD'. */
  readonly day: string;
  readonly zone: string;
  /** null while they are loading. */
  readonly events: readonly DayEvent[] | null;
  /** The chosen moment in unix ms; null if it is on another day. */
  readonly at: number | null;
  readonly onMoment: (at: number) => void;
}

const hourMs = 3_600_000;
/** Maximum number of rows in the list; the strip shows all events. */
const listedAtMost = 50;

const severityOf = { alarm: 'alarm', warning: 'warning', offline: 'offline' } as const;

const EventRow = ({ event, zone }: { readonly event: DayEvent; readonly zone: string }) => (
  <li>
    <Link to="/dashboard/historical/snapshot/$timestamp" params={{ timestamp: String(event.at) }}>
      <b>{zonedClockText(event.at, zone)}</b>
      <span>
        <StatusTag severity={severityOf[event.kind]} />
      </span>
      <span>
        {event.sensor !== null && <strong>{event.sensor} </strong>}
        {event.content}
      </span>
      <Text paddingRight={8} tone="faint">
        {event.until > event.at ? spanText(event.until - event.at) : ''}
      </Text>
    </Link>
  </li>
);

/** The events of one day on a strip of its hours. An event leads to the state at its beginning, the strip to a time. */
export const DayStrip = ({ day, zone, events, at, onMoment }: Props) => {
  const [isWhole, setWhole] = useState(false);
  const midnight = momentOfFields(day, '00:00', zone) ?? 0;
  const whole = { from: midnight, to: momentOfFields(shiftDay(day, 1), '00:00', zone) ?? midnight + 24 * hourMs };
  const ofDay = (events ?? []).filter((event) => event.at < whole.to && event.until >= whole.from);
  const near = hoursOf(ofDay, whole);
  const { from, to, step } = isWhole ? hoursOf([], whole) : near;
  const share = (moment: number): number => (Math.min(Math.max(moment, from), to) - from) / (to - from);
  const [first, last] = [ofDay[0], ofDay.at(-1)];
  const every = Math.min(step, hourMs);
  const times = Array.from({ length: Math.round((to - from) / every) }, (_, index) => from + index * every);
  return (
    <Section grows minWidth={0} className={css.day} aria-label={texts.day} aria-busy={events === null}>
      <h2>
        {weekdayText(from, zone)}
        {events !== null && (
          <Text tone="faint" size={12} weight={400}>
            {texts.dayCount(ofDay.length)}
            {first && last && `, ${ui.fromTo(minuteText(first.at, zone), zonedMinuteText(last.at, zone))}`}
          </Text>
        )}
        {near.to - near.from < whole.to - whole.from && (
          <Button look="quiet" size="bar" onClick={() => setWhole(!isWhole)}>
            {isWhole ? texts.hoursOnly : texts.wholeDay}
          </Button>
        )}
      </h2>
      <Text as="div" position="relative" height={32} borderRadius={4} background="var(--sunken)" aria-hidden>
        {/* For pointers only: keyboard users choose the time in the fields above. */}
        <Row position="absolute" inset={0} align="stretch" className={css.hours}>
          {times.map((time) => (
            <Text
              as="button"
              flex={1}
              minWidth={0}
              padding={0}
              borderLeft="1px solid var(--line)"
              key={time}
              type="button"
              tabIndex={-1}
              title={texts.goTo(zonedMinuteText(time, zone))}
              onClick={() => onMoment(time)}
            />
          ))}
        </Row>
        {ofDay.map((event) => (
          <span
            key={event.id}
            className={css.span}
            data-kind={event.kind}
            style={{ left: `${share(event.at) * 100}%`, width: `${(share(event.until) - share(event.at)) * 100}%` }}
          />
        ))}
        {at !== null && at >= from && at < to && <span className={css.now} style={{ left: `${share(at) * 100}%` }} />}
      </Text>
      <Text as="div" position="relative" height={18} tone="faint" size={12} className={css.scale} aria-hidden>
        {times
          .filter((time) => (time - from) % step === 0)
          .map((time) => (
            <span key={time} style={{ left: `${share(time) * 100}%` }}>
              {minuteText(time, zone)}
            </span>
          ))}
      </Text>
      {events !== null && ofDay.length === 0 && (
        <Text as="p" margin="12px 0 0" tone="faint">
          {texts.quietDay}
        </Text>
      )}
      <ul>
        {ofDay.slice(0, listedAtMost).map((event) => (
          <EventRow key={event.id} event={event} zone={zone} />
        ))}
      </ul>
      {ofDay.length > listedAtMost && (
        <Text as="p" margin="12px 0 0" tone="faint">
          {texts.moreOfDay(ofDay.length - listedAtMost)}
        </Text>
      )}
    </Section>
  );
};
