import type { SchemaSensor } from '@tocsin/contract/schemas';
import { useCallback, useSyncExternalStore } from 'react';
import { Sparkline } from '../../../kit/sparkline.tsx';
import { standing } from '../../../kit/standing.ts';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { shownNow } from '../../../wire/clock.ts';
import { ringSpanMs } from '../../../wire/ring.ts';
import { usePlantBoard } from '../live/feed.tsx';
import { type Heard, textOf } from '../live/standing.ts';
import { texts } from '../texts.ts';
import css from './machine.module.css';

const severityOf = ({ sensor, online }: Heard) =>
  standing(
    { value: sensor.Value, status: sensor.Status, alarm: sensor.Alarm, state: sensor.Meta.State },
    { online, stale: false },
  );

/** A state that only says again what value and tag say is left out. */
const stateOf = ({ sensor }: Heard, value: string): string => {
  const state = sensor.Meta.State;
  return state === value || state === 'OK' || state === 'N/A' ? '' : state;
};

/** Value with its unit, state, the last ten minutes and how it stands; without live data it says so. */
export const SensorRow = ({ sensor }: { readonly sensor: SchemaSensor }) => {
  const board = usePlantBoard();
  const heard = useSyncExternalStore(board.subscribeWhole, () => board.heard(sensor.id));
  const isContact = sensor.type !== 'NUMERIC';
  const read = useCallback(() => board.ring(sensor.id).read(), [board, sensor.id]);
  const view = useCallback(
    () => ({
      from: shownNow() - ringSpanMs,
      to: shownNow(),
      gapMs: 90_000,
      staleMs: 90_000,
      limit: null,
      steps: isContact,
      leastSpan: isContact ? 3 : 1,
    }),
    [isContact],
  );
  const value = heard ? textOf(heard) : texts.noData;
  const severity = heard ? severityOf(heard) : 'no-data';
  return (
    <li className={css.sensor} data-sensor={sensor.id}>
      <span className={css.sensorName}>
        {sensor.name}
        <small>{sensor.is_missing ? texts.missing : sensor.device}</small>
      </span>
      <span className={css.spark}>
        <Sparkline read={read} subscribe={board.subscribeWhole} view={view} height={28} />
      </span>
      <span className={css.sensorValue}>
        <b>{value}</b>
        {heard && stateOf(heard, value) && <small>{stateOf(heard, value)}</small>}
      </span>
      <span className={css.sensorTag}>
        <StatusTag severity={severity} />
      </span>
    </li>
  );
};
