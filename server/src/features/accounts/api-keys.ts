import { type ApiKey, endpoints, KeyScope, keyLimits } from '@tocsin/contract/api-keys';
import { ClientId } from '@tocsin/contract/ids';
import { seesClient } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { insertKey, revokeKey } from '../../access/store-keys.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { hashToken, newKeyToken } from '../../platform/tokens.ts';
import { createAccountHolder } from './account-holder.ts';
import { type AccountsDependencies, day } from './dependencies.ts';
import { clientsByIds } from './store.ts';
import { countKeysInForce, type KeyRow, listKeys, lockKeysOf } from './store-api-keys.ts';

const presentKey = (row: KeyRow, now: number): ApiKey => ({
  id: row.id,
  name: row.name,
  tail: row.tail,
  used_address: row.used_address,
  scopes: row.scopes.map((word) => KeyScope.parse(word)),
  client: row.client_id === null ? null : { id: ClientId.parse(row.client_id), company: row.company ?? '' },
  is_expired: row.expires_at.getTime() <= now,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  used_at: row.used_at?.toISOString() ?? null,
});

/** Routes for API keys. A key lets a program read what its owner may read, until it expires or is revoked. */
export const addKeyRoutes = (api: Api, dependencies: AccountsDependencies): void => {
  const { db, clock } = dependencies;
  const holder = createAccountHolder(dependencies);

  route(api, endpoints.list, async ({ who }) => {
    const rows = await listKeys(db, who.userId);
    return { count: rows.length, results: rows.map((row) => presentKey(row, clock.now())) };
  });

  route(api, endpoints.create, async (call) => {
    const { who, body } = call;
    if (body.client !== null && !seesClient(who, body.client)) throw badField('client', 'There is no such client.');
    const [client] = body.client === null ? [] : await clientsByIds(db, [body.client]);
    if (body.client !== null && !client) throw badField('client', 'There is no such client.');
    // A key outlives the session, so a stolen session alone must not be able to create one.
    await holder.demandProof(call, body);

    const token = newKeyToken();
    const [createdAt, expiresAt] = [new Date(clock.now()), new Date(clock.now() + body.days * day)];
    const { name, scopes, client: clientId } = body;
    const fresh = { userId: who.userId, clientId, name, scopes, createdAt, expiresAt, tail: token.slice(-4) };
    const id = await recorded(db, byCall(call), async (trx, note) => {
      await lockKeysOf(trx, who.userId);
      if ((await countKeysInForce(trx, who.userId, createdAt)) >= keyLimits.keys)
        throw new Refusal('invalid', `You have ${keyLimits.keys} keys already. Revoke one first.`);
      const created = await insertKey(trx, { ...fresh, tokenHash: hashToken(token) });
      const values = { name, scopes, client: clientId, expires_at: expiresAt.toISOString() };
      note({ action: 'create', ...aboutKey(created, name), clientId, old: null, new: values });
      await holder.mailAdded(trx, who.userId, { what: 'key', title: name });
      return created;
    });
    const row = {
      id,
      name,
      scopes: [...scopes],
      tail: fresh.tail,
      client_id: clientId,
      company: client?.company ?? null,
      created_at: createdAt,
      expires_at: expiresAt,
      used_at: null,
      used_address: '',
    };
    return { ...presentKey(row, clock.now()), token };
  });

  route(api, endpoints.revoke, async (call) => {
    const { who, params } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const name = await revokeKey(trx, who.userId, params.id, new Date(clock.now()));
      if (name === undefined) throw new Refusal('not-found');
      note({ action: 'revoke', ...aboutKey(params.id, name), old: { name }, new: null });
    });
  });
};

const aboutKey = (id: number, name: string) => ({ subject: 'api key', subjectId: id, subjectName: name });
