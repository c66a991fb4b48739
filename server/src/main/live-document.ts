import type { DeviceId } from '@tocsin/contract/ids';
import { LiveDevice } from '@tocsin/contract/live';
import type { Line } from '../line.ts';

/** The live document as an object; undefined while nothing was heard of the device. */
export function documentOf(line: Line, id: DeviceId): LiveDevice | undefined {
  if (!line.places.get(id)?.board.newest) return undefined;
  const text = line.document(id);
  return text === null ? undefined : LiveDevice.parse(JSON.parse(text));
}
