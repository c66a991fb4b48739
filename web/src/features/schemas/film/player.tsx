import type { FilmEvent } from '@tocsin/contract/film';
import { texts } from '@tocsin/contract/texts/film';
import { serverNow } from '../../../live/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Text } from '../../../ui/layout.tsx';
import { MomentFields } from '../../../ui/moment-fields.tsx';
import { Tools } from '../../../ui/page-header.tsx';
import { Player } from '../../../ui/player.tsx';
import { momentOfFields, wallFields } from '../../../ui/zone.ts';
import css from './film.module.css';
import type { Film } from './use-film.ts';

const minute = 60_000;
const speeds = [1, 5, 10, 30, 60, 300] as const;

interface Props {
  readonly film: Film;
  /** The hour of the slider, and what stood or began in it. */
  readonly from: number;
  readonly to: number;
  readonly events: readonly FilmEvent[];
  readonly zone: string;
}

/** Playback controls: moment, play, speed, and a slider over one hour that marks how long each of its events stood. */
export const FilmPlayer = ({ film, from, to, events, zone }: Props) => {
  const { at, goTo } = film;
  const { date, time } = wallFields(at, zone);
  const choose = (day: string | null, clock: string | null): void => {
    const moment = day === null || clock === null ? null : momentOfFields(day, clock, zone);
    if (moment !== null) goTo(moment);
  };
  const along = (moment: number): number => ((Math.min(to, Math.max(from, moment)) - from) / (to - from)) * 100;
  return (
    <Player
      played={film}
      words={texts}
      from={from}
      to={to}
      zone={zone}
      speeds={speeds}
      firstSpeed={60}
      before={
        <Tools label={`${texts.date}, ${texts.time}`}>
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
          <Button size="bar" onClick={() => goTo(at + 10 * minute)}>
            {texts.tenOn}
          </Button>
        </Tools>
      }
      marks={
        <Text as="div" position="absolute" inset="auto 5px -3px" height={14} className={css.marks} aria-hidden>
          {events.map(({ id, event_type, at: begun, ended_at: ended }) => (
            <i
              key={id}
              data-type={event_type}
              style={{
                insetInlineStart: `${along(begun)}%`,
                width: `${along(ended ?? serverNow()) - along(begun)}%`,
              }}
            />
          ))}
        </Text>
      }
    />
  );
};
