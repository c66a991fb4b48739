import { ordinaryStates } from '@tocsin/contract/status';
import { texts as dashboard } from '@tocsin/contract/texts/dashboard';
import { texts } from '@tocsin/contract/texts/wall';
import { type Limit, limitBeside } from '../limits.ts';
import type { Tile } from './model.ts';

/** Text below the value of a device in alarm or warning: state, source, number of other sensors. */
export const detailLine = (tile: Pick<Tile, 'severity' | 'state' | 'value' | 'more'>, limit: Limit | null): string => {
  const shown = limitBeside(tile.severity, limit);
  return [
    ordinaryStates.has(tile.state) || tile.state === tile.value.text ? '' : tile.state,
    tile.severity === 'alarm' ? dashboard.fromController : '',
    shown ? texts.limit(`${shown.text} ${tile.value.unit}`.trim()) : '',
    tile.more > 0 ? texts.moreSensors(tile.more) : '',
  ]
    .filter(Boolean)
    .join(', ');
};
