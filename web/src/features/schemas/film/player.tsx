import { useQuery } from '@tanstack/react-query';
import type { FilmEvent } from '@tocsin/contract/film';
import { texts as events } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/film';
import { Select, Slider } from 'antd';
import { useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { MomentFields } from '../../../ui/moment-fields.tsx';
import { dayClockText, exactText, zonedMinuteText } from '../../../ui/time.ts';
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
    [event.device, event.sensor, events.labels[event.event_type], event.content].filter(Boolean).join(', '),
  );

interface Props {
  readonly film: Film;
  readonly tab: number;
  readonly zone: string;
}

/** Playback controls: moment, play, speed, and a slider over one hour that marks its events. */
export const FilmPlayer = ({ film, tab, zone }: Props) => {
  const { at, speed, goTo, play } = film;
  const [chosenSpeed, setChosenSpeed] = useState(60);
  const [dragged, setDragged] = useState<number | null>(null);
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
    <section className={css.player} aria-label={texts.player}>
      <div className={css.buttons}>
        <MomentFields
          date={date}
          time={time}
          onDate={(day) => choose(day, time)}
          onTime={(clock) => choose(date, clock)}
          labels={{ date: texts.date, time: texts.time }}
        />
        <Button size="bar" onClick={() => goTo(at - 10 * minute)}>
          {texts.tenBack}
        </Button>
        <IconButton
          icon={speed > 0 ? 'pause' : 'play'}
          label={speed > 0 ? texts.pause : texts.play}
          onClick={() => play(speed > 0 ? 0 : chosenSpeed)}
        />
        <Button size="bar" onClick={() => goTo(at + 10 * minute)}>
          {texts.tenOn}
        </Button>
        <Select
          size="small"
          aria-label={texts.speed}
          value={chosenSpeed}
          onChange={(next) => {
            setChosenSpeed(next);
            if (speed > 0) play(next);
          }}
          options={speeds.map((value) => ({ value, label: texts.speeds(value) }))}
        />
      </div>
      <div className={css.slide}>
        <span>{zonedMinuteText(from, zone)}</span>
        <div className={css.track}>
          <Slider
            min={from}
            max={to}
            step={1_000}
            value={dragged ?? at}
            ariaLabelForHandle={texts.slider}
            ariaValueTextFormatterForHandle={(value) => exactText(value, zone)}
            tooltip={{ formatter: (value) => (value === undefined ? null : exactText(value, zone)) }}
            onChange={setDragged}
            onChangeComplete={(value) => {
              setDragged(null);
              goTo(value);
            }}
          />
          <ul className={css.events} aria-label={texts.events}>
            {events.map((event) => (
              <li key={event.id} style={{ insetInlineStart: `${((event.at - from) / (to - from)) * 100}%` }}>
                <button
                  type="button"
                  data-type={event.event_type}
                  title={wordsOf(event, zone)}
                  aria-label={wordsOf(event, zone)}
                  onClick={() => goTo(event.at)}
                />
              </li>
            ))}
          </ul>
        </div>
        <span>{zonedMinuteText(to, zone)}</span>
      </div>
    </section>
  );
};
