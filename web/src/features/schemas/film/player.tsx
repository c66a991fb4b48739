import { useQuery } from '@tanstack/react-query';
import { type FilmEvent, longestFilmEventsMs } from '@tocsin/contract/film';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as events } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/film';
import { useMemo } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { MomentFields } from '../../../ui/moment-fields.tsx';
import { Tools } from '../../../ui/page-header.tsx';
import { Player } from '../../../ui/player.tsx';
import { clockText, dayClockText } from '../../../ui/time.ts';
import { momentOfFields, wallFields } from '../../../ui/zone.ts';
import type { Machine } from '../canvas/tab.ts';
import { readingText } from '../live/reading-text.ts';
import { trailOf } from '../live/trail-events.ts';
import css from './film.module.css';
import { filmEventsQuery } from './queries.ts';
import type { Film } from './use-film.ts';

const hour = 3_600_000;
const minute = 60_000;
const speeds = [1, 5, 10, 30, 60, 300] as const;

const wordsOf = (event: FilmEvent, zone: string): string =>
  texts.event(
    dayClockText(event.at, zone),
    [event.device, event.sensor, events.labels[event.event_type], readerWords(event.content)]
      .filter(Boolean)
      .join(', '),
  );

/** '12:32:11 Leg 1, head bearing left', or the sensor and on which other tab it is drawn. */
const shortOf = (event: FilmEvent, here: Machine | undefined, tab: OtherTab | undefined, zone: string): string => {
  const sensor = event.sensor ?? event.device;
  const named = here && event.sensor !== null ? `${here.name}, ${readingText(here.name, sensor, '', false)}` : sensor;
  const where = here ? '' : ` (${tab ? texts.onTab(tab.name) : texts.notDrawn})`;
  return `${clockText(event.at, zone)} ${named}${where}`;
};

export interface OtherTab {
  readonly id: number;
  readonly name: string;
  readonly machines: readonly Machine[];
}

interface Props {
  readonly film: Film;
  readonly tab: number;
  readonly machines: readonly Machine[];
  readonly others: readonly OtherTab[];
  readonly zone: string;
  readonly onTab: (at: number, tab: number) => void;
}

const machineOf = (machines: readonly Machine[], event: FilmEvent): Machine | undefined =>
  trailOf(machines, [event])[0]?.machine;

/** Playback controls: moment, play, speed, and a slider over one hour that marks its events. */
export const FilmPlayer = ({ film, tab, machines, others, zone, onTab }: Props) => {
  const { at, goTo } = film;
  // The slider's hour changes in steps of half an hour, so that its marks do not move during playback.
  const middle = Math.round(at / (hour / 2)) * (hour / 2);
  const [from, to] = [middle - hour / 2, middle + hour / 2];
  const { data: within } = useQuery(filmEventsQuery(tab, from, to));
  const { data: before } = useQuery(filmEventsQuery(tab, from - longestFilmEventsMs, from));
  const stands = (event: FilmEvent): boolean => event.at <= at && (event.ended_at === null || event.ended_at > at);
  // What began before the hour is named while it stands.
  const events = [...(before?.results.filter(stands) ?? []), ...(within?.results ?? [])];
  const places = useMemo(
    () =>
      new Map(
        [...(before?.results ?? []), ...(within?.results ?? [])].map((event) => [
          event.id,
          { here: machineOf(machines, event), tab: others.find((one) => machineOf(one.machines, event)) },
        ]),
      ),
    [before, within, machines, others],
  );
  const { date, time } = wallFields(at, zone);
  const choose = (day: string | null, clock: string | null): void => {
    const moment = day === null || clock === null ? null : momentOfFields(day, clock, zone);
    if (moment !== null) goTo(moment);
  };
  return (
    <Player
      played={film}
      words={texts}
      from={from}
      to={to}
      zone={zone}
      speeds={speeds}
      firstSpeed={60}
      isTall
      before={
        <>
          <Tools label={`${texts.date}, ${texts.time}`}>
            <MomentFields
              date={date}
              time={time}
              onDate={(day) => choose(day, time)}
              onTime={(clock) => choose(date, clock)}
              labels={{ date: texts.date, time: texts.time }}
            />
          </Tools>
          <Button size="bar" onClick={() => goTo(at - 10 * minute)}>
            {texts.tenBack}
          </Button>
        </>
      }
      after={
        <>
          <Button size="bar" onClick={() => goTo(at + 10 * minute)}>
            {texts.tenOn}
          </Button>
          {events.length > 0 && (
            <Row as="ul" gap={8} overflowX="auto" className={css.names} aria-label={texts.events}>
              {events.map((event) => {
                const { here, tab: other } = places.get(event.id) ?? {};
                const short = shortOf(event, here, other, zone);
                return (
                  <li key={event.id}>
                    <Button
                      size="bar"
                      look={stands(event) ? 'plain' : 'quiet'}
                      aria-label={`${short}. ${wordsOf(event, zone)}`}
                      onClick={() => (here || !other ? goTo(event.at) : onTab(event.at, other.id))}
                    >
                      <i data-type={event.event_type} />
                      {short}
                    </Button>
                  </li>
                );
              })}
            </Row>
          )}
        </>
      }
      marks={
        <Text as="div" position="absolute" inset="auto 5px 0" height={20} className={css.marks} aria-hidden>
          {events.map((event) => (
            <i
              key={event.id}
              data-type={event.event_type}
              style={{ insetInlineStart: `${(Math.max(0, event.at - from) / (to - from)) * 100}%` }}
            />
          ))}
        </Text>
      }
    />
  );
};
