import { startHostileProvider } from '../../app/testing/hostile-provider.ts';
import { hashPassword } from '../../features/accounts/index.ts';
import type { Db } from '../../platform/db.ts';
import { makeSite, makeUser, signedIn } from '../../platform/testing/factories.ts';
import type { WalkApp } from '../role-walk/app.ts';
import type { Walker } from './walker.ts';

/** Where the walk's provider is; no other address may be reached. */
export const providerAddress = '127.0.0.1';

/** A client's provider: set it, link a person, sign them in by it, let an invited one in, unlink them, and remove it. */
export async function walkProviders(app: WalkApp, db: Db, { send }: Walker): Promise<void> {
  const directory = await startHostileProvider('tocsin');
  try {
    const { id: site, clientId: client } = await makeSite(db);
    const password = 'Correct horse 9';
    const person = { client, manages: true, password_hash: await hashPassword(password) };
    const { token } = await signedIn(app.http, db, await makeUser(db, person));
    const provider = { issuer: directory.issuer, oidc_client_id: 'tocsin', secret: 'a secret of theirs' };
    await send({ route: 'PUT /api/v1/clients/:id/provider', ids: [client], token, body: provider });
    const browser = 'b'.repeat(43);
    const begin = { client, browser };
    const linking = await send({
      route: 'POST /api/v1/accounts/provider-links',
      token,
      body: { client, browser, password },
    });
    const linked = { query: directory.comeBack(linking.json().url), browser };
    await send({ route: 'POST /api/v1/accounts/provider-links/finish', token, body: linked });
    const signing = await send({ route: 'POST /api/v1/sign-in/provider', body: begin });
    const signed = { query: directory.comeBack(signing.json().url), browser };
    await send({ route: 'POST /api/v1/sign-in/provider/finish', body: signed });
    const access = [{ location_id: site, has_access: true, permission: 'User' }];
    const form = { full_name: 'Ann New', company: 'c', phone: 'p', address: 'a', email: 'by-provider@walk.example' };
    const added = await send({
      route: 'POST /api/v1/users',
      token,
      body: { ...form, client, location_access: access },
    });
    const key = added.json().activation_key;
    await send({ route: 'POST /api/v1/users/activation/accept-terms/:token', ids: [key], body: { stage: 1 } });
    const coming = await send({
      route: 'POST /api/v1/sign-in/provider/invited',
      body: { token: key, client, browser },
    });
    directory.state.sub = 'somebody new';
    const came = { query: directory.comeBack(coming.json().url), browser };
    await send({ route: 'POST /api/v1/sign-in/provider/finish', body: came });
    await send({ route: 'DELETE /api/v1/accounts/provider-links/:id', ids: [client], token });
    await send({ route: 'DELETE /api/v1/clients/:id/provider', ids: [client], token });
  } finally {
    await directory.stop();
  }
}
