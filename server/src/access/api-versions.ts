import { Refusal } from '../platform/errors.ts';

/** Refuses an edit of an outdated version with 409 and the newer document as `current`. */
export async function refuseOlder(
  sent: number | undefined,
  stored: number,
  newer: () => Promise<unknown>,
): Promise<void> {
  if (sent !== undefined && sent !== stored)
    throw new Refusal('conflict', undefined, { body: { current: await newer() } });
}
