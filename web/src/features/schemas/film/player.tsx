import { useQuery } from '@tanstack/react-query';
import type { FilmEvent } from '@tocsin/contract/film';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as events } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/film';
import { Button } from '../../../ui/button.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { MomentFields } from '../../../ui/moment-fields.tsx';
import { Tools } from '../../../ui/page-header.tsx';
import { Player } from '../../../ui/player.tsx';
import { clockText, dayClockText } from '../../../ui/time.ts';
import { momentOfFields, wallFields } from '../../../ui/zone.ts';
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

const shortOf = (event: FilmEvent, zone: string): string =>
  `${clockText(event.at, zone)} ${event.sensor ?? event.device}`;

interface Props {
  readonly film: Film;
  readonly tab: number;
  readonly zone: string;
}

/** Playback controls: moment, play, speed, and a slider over one hour that marks its events. */
export const FilmPlayer = ({ film, tab, zone }: Props) => {
  const { at, goTo } = film;
  // The slider's hour changes in steps of half an hour, so that its marks do not move during playback.
  const middle = Math.round(at / (hour / 2)) * (hour / 2);
  const [from, to] = [middle - hour / 2, middle + hour / 2];
  const events = useQuery(filmEventsQuery(tab, from, to)).data?.results ?? [];
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
              {events.map((event) => (
                <li key={event.id}>
                  <Button
                    size="bar"
                    aria-label={`${shortOf(event, zone)}. ${wordsOf(event, zone)}`}
                    onClick={() => goTo(event.at)}
                  >
                    <i data-type={event.event_type} />
                    {shortOf(event, zone)}
                  </Button>
                </li>
              ))}
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
              style={{ insetInlineStart: `${((event.at - from) / (to - from)) * 100}%` }}
            />
          ))}
        </Text>
      }
    />
  );
};
