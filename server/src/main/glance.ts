import type { DeviceId } from '@tocsin/contract/ids';
import { LiveDevice } from '@tocsin/contract/live';
import type { Glance } from '../flow/catalog.ts';
import type { Line } from '../line.ts';

/** What cards show of a device now, from the line's memory. */
export const glanceOf =
  (line: Line): Glance =>
  (id) => {
    const place = line.places.get(id);
    const newest = place?.board.newest;
    if (!place || !newest) return undefined;
    const { board, judge } = place;
    const isWarned = [...judge.state.rules.values()].some((rule) => rule.open !== null) || judge.state.lost.size > 0;
    const status = judge.state.alarms.size > 0 ? 'Alarm' : isWarned ? 'WARNING' : 'OK';
    return { online: board.online, status, lastSeenAt: newest.receivedAt };
  };

/** The live document as an object; undefined while nothing was heard of the device. */
export function documentOf(line: Line, id: DeviceId): LiveDevice | undefined {
  if (!line.places.get(id)?.board.newest) return undefined;
  const text = line.document(id);
  return text === null ? undefined : LiveDevice.parse(JSON.parse(text));
}
