import { memo, useMemo } from 'react';
import { Age } from '../../../../kit/age.tsx';
import { type Severity, severities } from '../../../../kit/severity.ts';
import { StatusTag } from '../../../../kit/status-tag.tsx';
import { useBoard, useReading } from '../../../../wire/use-reading.ts';
import type { Limit } from '../../limits.ts';
import { texts } from '../texts.ts';
import { Curve, ReadingValue } from './sensor-card.tsx';
import css from './trouble-card.module.css';

interface Props {
  readonly number: string;
  readonly name: string;
  readonly sensors: number;
  readonly path: string;
  readonly severity: Severity;
  readonly zone: string;
  readonly limit: Limit | null;
}

/** A node that is not normal, with its worst sensor, above the grid in which nothing moves. */
export const TroubleCard = memo(({ number, name, sensors, path, severity, zone, limit }: Props) => {
  const board = useBoard();
  const reading = useReading(path);
  const at = useMemo(() => () => board.at(path), [board, path]);
  if (reading === undefined) return null;
  const lost = severity === 'lost';
  const state = ['', 'OK', 'Alarm', 'N/A'].includes(reading.state) ? null : reading.state;
  const word = severity === 'alarm' && state ? `${severities.alarm.word}, ${state}` : undefined;
  return (
    <article className={`${css.card} ${css[severity] ?? ''}`}>
      <h3 className={css.name}>
        <b>
          {number} {name}
        </b>{' '}
        {lost ? texts.allSensors(sensors) : reading.name}
      </h3>
      <div className={css.value}>
        {lost ? <span className={css.word}>{texts.noData}</span> : <ReadingValue reading={reading} />}
      </div>
      <div className={css.state}>
        <StatusTag severity={severity} {...(word === undefined ? {} : { word })} />
        <Age at={lost ? at : (reading.since ?? at)} now={board.clock.shown} zone={zone} say="for" />
      </div>
      <Curve path={path} limit={limit} height={32} className={css.curve} />
    </article>
  );
});
