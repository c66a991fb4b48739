import { sql } from 'kysely';
import { hashPassword } from '../../features/accounts/index.ts';
import { codeHash, methodToken } from '../../features/contact-methods/verification.ts';
import { findMethod } from '../../notify/4-deliver/store-methods.ts';
import type { Db } from '../../platform/db.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { makeUser, signedIn } from '../../platform/testing/factories.ts';
import { type WalkApp, walkSecret } from '../role-walk/app.ts';
import type { Walker } from './walker.ts';

/** How a person is reached: a webhook of their own, quiet hours, and the operator's SMS gateway. */
export async function walkContactMethods(app: WalkApp, db: Db, { send }: Walker): Promise<void> {
  const encryption = createEncryption(walkSecret, 'contact methods');
  const password = 'Correct horse 9';
  const password_hash = await hashPassword(password);
  const { token } = await signedIn(app.http, db, await makeUser(db, { is_superuser: true, password_hash }));
  // Nothing listens there, and no setting allows it: the code is stored all the same.
  const webhook = { kind: 'webhook', url: 'https://127.0.0.1:9/hook', password };
  const made = await send({ route: 'POST /api/v1/contact-methods', token, body: webhook });
  const ids = [made.json().id];
  await send({ route: 'PATCH /api/v1/contact-methods/:id', ids, token, body: { title: 'Pager' } });
  await send({ route: 'POST /api/v1/contact-methods/:id/code', ids, token });
  const method = await findMethod(db, ids[0]);
  if (!method) throw new Error('an added contact method is not stored');
  await sql`update contact_method set code_hash = ${codeHash(encryption, method, '123456')} where id = ${method.id}`.execute(
    db,
  );
  await send({ route: 'POST /api/v1/contact-methods/:id/verify', ids, token, body: { code: '123456' } });
  await send({ route: 'POST /api/v1/contact-methods/:id/test', ids, token });
  await send({ route: 'POST /api/v1/contact-methods/test-email', token });
  await sql`update contact_method set verified_at = null where id = ${method.id}`.execute(db);
  const pressed = { token: methodToken(encryption, method), is_pressed: true };
  await send({ route: 'POST /api/v1/contact-methods/confirm', body: pressed });
  await sql`update contact_method set held_at = now() where id = ${method.id}`.execute(db);
  await send({ route: 'POST /api/v1/contact-methods/:id/keep', ids, token, body: { password } });
  await send({ route: 'DELETE /api/v1/contact-methods/:id', ids, token });
  const quiet_hours = { begins: '22:00', ends: '06:00', timezone: 'UTC' };
  await send({ route: 'PUT /api/v1/quiet-hours', token, body: { quiet_hours } });
  const gateway = { url: 'https://gateway.example/', body: '{"to":"{{to}}","text":"{{text}}"}' };
  await send({ route: 'PUT /api/v1/sms-gateway', token, body: gateway });
  const { secret } = (await send({ route: 'POST /api/v1/sms-gateway/rotate-secret', token })).json();
  const report = { id: 'unknown', state: 'delivered' };
  const headers = { authorization: `Bearer ${secret}` };
  await send({ route: 'POST /api/v1/sms-gateway/inbound', body: report, headers });
  await send({ route: 'DELETE /api/v1/sms-gateway', token });
}
