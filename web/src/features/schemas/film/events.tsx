import { useQuery } from '@tanstack/react-query';
import type { FilmEvent } from '@tocsin/contract/film';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as events } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/film';
import { texts as story } from '@tocsin/contract/texts/incident-story';
import { useMemo } from 'react';
import { dayClockText, exactText, minuteText, zoneText } from '../../../ui/time.ts';
import type { Machine } from '../canvas/tab.ts';
import css from '../live/not-normal.module.css';
import { readingText } from '../live/reading-text.ts';
import { trailOf } from '../live/trail-events.ts';
import { filmEventsQuery } from './queries.ts';

const hour = 3_600_000;

export interface OtherTab {
  readonly id: number;
  readonly name: string;
  readonly machines: readonly Machine[];
}

const none: readonly FilmEvent[] = [];

/** The hour around a moment, and what began or stood in it; it changes in steps of half an hour, so that marks do not move. */
export const useFilmHour = (tab: number, at: number) => {
  const middle = Math.round(at / (hour / 2)) * (hour / 2);
  const [from, to] = [middle - hour / 2, middle + hour / 2];
  const { data } = useQuery(filmEventsQuery(tab, from, to));
  return { from, to, events: data?.results ?? none };
};

const wordsOf = (event: FilmEvent, zone: string): string =>
  texts.event(
    dayClockText(event.at, zone),
    [event.device, event.sensor, events.labels[event.event_type], readerWords(event.content)]
      .filter(Boolean)
      .join(', '),
  );

/** 'Leg 1, head bearing left', or the sensor and on which other tab it is drawn. */
const nameOf = (event: FilmEvent, here: Machine | undefined, tab: OtherTab | undefined): string => {
  const sensor = event.sensor ?? event.device;
  if (here) return event.sensor === null ? sensor : `${here.name}, ${readingText(here.name, sensor, '', false)}`;
  const device = event.sensor === null ? '' : `${event.device}, `;
  return `${device}${sensor} (${tab ? texts.onTab(tab.name) : texts.notDrawn})`;
};

const machineOf = (machines: readonly Machine[], event: FilmEvent): Machine | undefined =>
  trailOf(machines, [event])[0]?.machine;

interface Props {
  readonly events: readonly FilmEvent[];
  readonly machines: readonly Machine[];
  readonly others: readonly OtherTab[];
  readonly at: number;
  readonly zone: string;
  readonly goTo: (at: number) => void;
  readonly onTab: (at: number, tab: number) => void;
}

/** What the axis marks, in words, oldest first; what stands at the moment is bold. */
export const FilmEvents = ({ events: all, machines, others, at, zone, goTo, onTab }: Props) => {
  const places = useMemo(
    () =>
      all.map((event) => [machineOf(machines, event), others.find((one) => machineOf(one.machines, event))] as const),
    [all, machines, others],
  );
  if (all.length === 0) return null;
  return (
    <section className={`${css.group} ${css.trail}`}>
      <h3>
        {texts.events} <span>{zoneText(at, zone)}</span>
      </h3>
      <ul aria-label={texts.events}>
        {all.map((event, i) => {
          const [here, other] = places[i] ?? [];
          const name = nameOf(event, here, other);
          const { at: begun, ended_at: ended } = event;
          return (
            <li key={event.id}>
              <time title={exactText(begun, zone)}>{minuteText(begun, zone)}</time>
              <button
                type="button"
                aria-label={`${name}. ${wordsOf(event, zone)}`}
                onClick={() => (here || !other ? goTo(begun) : onTab(begun, other.id))}
              >
                {begun <= at && (ended === null || ended > at) ? <b>{name}</b> : name}
              </button>
              <span>
                <b>{events.labels[event.event_type]}</b> {ended !== null && story.cleared(minuteText(ended, zone))}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
