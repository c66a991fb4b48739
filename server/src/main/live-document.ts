import type { DeviceId } from '@tocsin/contract/ids';
import { LiveDevice } from '@tocsin/contract/live';
import type { Answers } from '../processes/commands.ts';

/** The live document as an object, from whichever process has the device; undefined while nothing was heard of it. */
export async function documentOf(
  { document }: Pick<Answers, 'document'>,
  id: DeviceId,
): Promise<LiveDevice | undefined> {
  const text = await document(id);
  return text === null ? undefined : LiveDevice.parse(JSON.parse(text));
}
