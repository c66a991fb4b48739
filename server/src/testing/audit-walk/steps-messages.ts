import { makeMessage } from '../../features/messages/testing/messages.ts';
import { linkToken } from '../../notify/4-deliver/link.ts';
import type { Db } from '../../platform/db.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { type WalkApp, walkSecret } from '../role-walk/app.ts';
import type { Walker } from './walker.ts';

/** A message's one-use link: open it, and acknowledge by it. */
export async function walkMessages(_app: WalkApp, db: Db, { send }: Walker): Promise<void> {
  const message = await makeMessage(db);
  const token = linkToken(createEncryption(walkSecret, 'messages'), message);
  await send({ route: 'POST /api/v1/messages/link', body: { token } });
  await send({ route: 'POST /api/v1/messages/link/delivered', body: { token } });
  await send({ route: 'POST /api/v1/messages/link/acknowledge', body: { token } });
}
