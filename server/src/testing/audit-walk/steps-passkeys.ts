import { hashPassword } from '../../features/accounts/index.ts';
import { parseConfig } from '../../platform/config.ts';
import type { Db } from '../../platform/db.ts';
import { makeUser, signedIn } from '../../platform/testing/factories.ts';
import { TestAuthenticator } from '../passkeys/authenticator.ts';
import type { WalkApp } from '../role-walk/app.ts';
import type { Walker } from './walker.ts';

/** A passkey: make it, verify a session by it, sign in by it, rename and remove it. */
export async function walkPasskeys(app: WalkApp, db: Db, { send }: Walker): Promise<void> {
  const password = 'Correct horse 9';
  const person = await makeUser(db, { password_hash: await hashPassword(password) });
  const { token } = await signedIn(app.http, db, person);
  const key = new TestAuthenticator(parseConfig({}).publicUrl);
  const begun = await send({ route: 'POST /api/v1/2fa/passkeys/begin', token, body: { password } });
  const body = { name: 'Key ring', credential: key.make(begun.json()) };
  const made = await send({ route: 'POST /api/v1/2fa/passkeys', token, body });
  const ids = [made.json().passkey.id];
  const asked = await send({ route: 'POST /api/v1/2fa/passkeys/verify/begin', token });
  await send({ route: 'POST /api/v1/2fa/passkeys/verify', token, body: { credential: key.use(asked.json()) } });
  const signing = await send({ route: 'POST /api/v1/sign-in/passkey' });
  await send({ route: 'POST /api/v1/sign-in/passkey/finish', body: { credential: key.use(signing.json()) } });
  await send({ route: 'PATCH /api/v1/2fa/passkeys/:id', ids, token, body: { name: 'Safe' } });
  await send({ route: 'POST /api/v1/2fa/passkeys/:id/remove', ids, token, body: { password } });
}
