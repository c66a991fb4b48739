import { Refusal } from '../base/errors.ts';

/** Two people edit the same thing: the second is told (409), with the newer document as `current`. */
export async function refuseOlder(
  sent: number | undefined,
  stored: number,
  newer: () => Promise<unknown>,
): Promise<void> {
  if (sent !== undefined && sent !== stored)
    throw new Refusal('conflict', undefined, { body: { current: await newer() } });
}
