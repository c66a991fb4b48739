import type { SchemaSensor } from '@tocsin/contract/schemas';
import { useSyncExternalStore } from 'react';
import type { Severity } from '../../../kit/severity.ts';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { usePlantBoard } from '../live/feed.tsx';
import { type Heard, textOf } from '../live/standing.ts';
import { texts } from '../texts.ts';
import css from './machine.module.css';

const severityOf = ({ sensor }: Heard): Severity => {
  if (sensor.Alarm) return 'alarm';
  if (sensor.Status === 'WARNING') return 'warning';
  if (sensor.Status === 'Disabled') return 'disabled';
  return sensor.Status === 'Not Scanned' ? 'not-scanned' : 'ok';
};

/** Value, state and status of one sensor; without live data it says so. */
export const SensorRow = ({ sensor }: { readonly sensor: SchemaSensor }) => {
  const board = usePlantBoard();
  const heard = useSyncExternalStore(board.subscribeWhole, () => board.heard(sensor.id));
  return (
    <li className={css.sensor}>
      <span>{sensor.name}</span>
      <b>{heard ? textOf(heard) : texts.noData}</b>
      <span>{heard?.sensor.Meta.State}</span>
      {heard ? <StatusTag severity={severityOf(heard)} /> : <StatusTag severity="no-data" />}
    </li>
  );
};
