import type { DeviceId } from '@tocsin/contract/ids';
import { LiveDevice } from '@tocsin/contract/live';
import type { Answers } from '../cluster/remote-commands.ts';

/** The live document as an object, from the process that owns the device; undefined when it has never reported. */
export async function documentOf(
  { document }: Pick<Answers, 'document'>,
  id: DeviceId,
): Promise<LiveDevice | undefined> {
  const text = await document(id);
  return text === null ? undefined : LiveDevice.parse(JSON.parse(text));
}
