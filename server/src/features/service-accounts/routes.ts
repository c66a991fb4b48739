import { ClientId } from '@tocsin/contract/ids';
import { endpoints, ProgramScope, type ServiceAccount, serviceLimits } from '@tocsin/contract/service-accounts';
import type { AccountHolder } from '../../access/account-holder.ts';
import type { Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import * as store from '../../access/store-service-accounts.ts';
import { type By, byCall, difference, type Note, recorded } from '../../platform/audit.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { hashToken, newServiceToken } from '../../platform/tokens.ts';
import { addBatchRoute } from './batch.ts';
import { countAccounts, findAccount, keysOf, type ListedAccount, listAccounts, lockAccount } from './store.ts';

interface ServiceAccountDependencies extends DbAndClock {
  readonly holder: AccountHolder;
  /** Calls of batches that run at a time. */
  readonly callsAtOnce: number;
}

const dayMs = 86_400_000;

const presentKey = (row: Omit<store.ServiceKeyRow, 'token_hash' | 'account_id' | 'revoked_at'>, now: number) => ({
  id: row.id,
  tail: row.tail,
  addresses: row.addresses,
  is_expired: row.expires_at.getTime() <= now,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  used_at: row.used_at?.toISOString() ?? null,
  used_address: row.used_address,
});

const registryIsOperators = 'Only an account of the operator imports the device registry.';

/** Routes for service accounts: a program's own sign-in, for which a person answers. */
export const addServiceAccountRoutes = (
  api: Api,
  { db, clock, holder, callsAtOnce }: ServiceAccountDependencies,
): void => {
  const at = () => new Date(clock.now());

  const present = async (rows: readonly ListedAccount[]): Promise<ServiceAccount[]> => {
    const keys = await keysOf(
      db,
      rows.map((row) => row.id),
    );
    return await Promise.all(
      rows.map(async (row) => ({
        id: row.id,
        client: row.client_id === null ? null : ClientId.parse(row.client_id),
        name: row.name,
        scopes: row.scopes.map((word) => ProgramScope.parse(word)),
        owner: row.owner,
        is_in_force: (await store.rightsOf(db, row)) !== undefined,
        created_at: row.created_at.toISOString(),
        keys: keys.filter((key) => key.account_id === row.id).map((key) => presentKey(key, clock.now())),
      })),
    );
  };
  const presentOne = async (id: number): Promise<ServiceAccount> => {
    const row = await findAccount(db, id);
    const [account] = row ? await present([row]) : [];
    if (!account) throw new Refusal('not-found');
    return account;
  };
  /** Account managers of the client; for the operator's accounts super users. */
  const demandManager = async (who: Person, client: number | null): Promise<void> => {
    if (client !== null) await api.authorizer.check(who, 'client.change', client);
    else if (!who.isSuperuser) throw new Refusal('forbidden');
  };
  const changed = async (by: By, id: number, work: (trx: Trx, note: Note, row: ListedAccount) => Promise<void>) => {
    await recorded(db, by, async (trx, note) => {
      const row = orNotFound(await lockAccount(trx, id));
      await work(trx, note, row);
    });
  };

  route(api, endpoints.list, async ({ who, query }) => {
    await demandManager(who, query.client ?? null);
    const rows = await listAccounts(db, query.client ?? null, query);
    return { count: rows.length, results: await present(rows) };
  });

  route(api, endpoints.create, async (call) => {
    const { who, body } = call;
    const { client, name, scopes } = body;
    await demandManager(who, client);
    if (client !== null && scopes.includes('registry')) throw badField('scopes', registryIsOperators);
    // Its keys outlive the session, so a stolen session alone must not be able to make one.
    await holder.demandProof(call, body);
    const id = await recorded(db, byCall(call), async (trx, note) => {
      if ((await countAccounts(trx, client)) >= serviceLimits.accounts)
        throw new Refusal('invalid', `There are ${serviceLimits.accounts} service accounts already. Remove one first.`);
      const fresh = { client_id: client, name, scopes, created_at: at() };
      const created = await store.insertAccount(trx, { ...fresh, ownerId: who.userId });
      note({ action: 'create', ...about({ id: created, name, client_id: client }), old: null, new: { name, scopes } });
      return created;
    });
    return await presentOne(id);
  });

  route(api, endpoints.change, async (call) => {
    const { params, body } = call;
    await holder.demandProof(call, body);
    await changed(byCall(call), params.id, async (trx, note, row) => {
      const was = { name: row.name, scopes: row.scopes };
      const is = { name: body.name ?? was.name, scopes: body.scopes ?? was.scopes };
      if (row.client_id !== null && is.scopes.includes('registry')) throw badField('scopes', registryIsOperators);
      await store.changeAccount(trx, row, is);
      note({ action: 'change', ...about(row), ...difference(was, is) });
    });
    return await presentOne(params.id);
  });

  route(api, endpoints.adopt, async (call) => {
    const { who, params, body } = call;
    await holder.demandProof(call, body);
    await changed(byCall(call), params.id, async (trx, note, row) => {
      await store.changeAccount(trx, row, { owner_id: who.userId });
      note({ action: 'adopt', ...about(row), old: { owner: row.owner }, new: { owner: who.name } });
    });
    return await presentOne(params.id);
  });

  route(api, endpoints.remove, async (call) => {
    await changed(byCall(call), call.params.id, async (trx, note, row) => {
      await store.changeAccount(trx, row, { removed_at: at() });
      note({ action: 'remove', ...about(row), old: { name: row.name, scopes: row.scopes }, new: null });
    });
  });

  route(api, endpoints.createKey, async (call) => {
    const { who, params, body } = call;
    await holder.demandProof(call, body);
    const token = newServiceToken();
    const [createdAt, expiresAt] = [at(), new Date(clock.now() + body.days * dayMs)];
    const fresh = { tail: token.slice(-4), addresses: body.addresses, created_at: createdAt, expires_at: expiresAt };
    let id = 0;
    await changed(byCall(call), params.id, async (trx, note, row) => {
      const inForce = (await keysOf(trx, [row.id])).filter((key) => key.expires_at > createdAt);
      if (inForce.length >= serviceLimits.keys)
        throw new Refusal('invalid', `It has ${serviceLimits.keys} keys already. Revoke one first.`);
      id = await store.insertServiceKey(trx, { ...fresh, account_id: row.id, token_hash: hashToken(token) });
      const values = { key: fresh.tail, addresses: fresh.addresses, expires_at: expiresAt.toISOString() };
      note({ action: 'add key', ...about(row), old: null, new: values });
      await holder.mailAdded(trx, who.userId, { what: 'key', title: row.name });
    });
    return { ...presentKey({ ...fresh, id, used_at: null, used_address: '' }, clock.now()), token };
  });

  route(api, endpoints.changeKey, async (call) => {
    const { params, body } = call;
    await holder.demandProof(call, body);
    await changed(byCall(call), params.id, async (trx, note, row) => {
      const key = orNotFound((await keysOf(trx, [row.id])).find(({ id }) => id === params.key));
      if (key.expires_at <= at()) throw new Refusal('conflict', 'This key has ended. Make a new one.');
      const { addresses = key.addresses, days } = body;
      const expires_at = days === undefined ? key.expires_at : new Date(clock.now() + days * dayMs);
      await store.changeServiceKey(trx, key.id, { addresses: [...addresses], expires_at });
      const { old, new: fresh } = difference(auditedKey(key), auditedKey({ addresses, expires_at }));
      note({ action: 'change', ...about(row), old: { key: key.tail, ...old }, new: fresh });
    });
    return await presentOne(params.id);
  });

  addBatchRoute(api, callsAtOnce);

  route(api, endpoints.revokeKey, async (call) => {
    const { params } = call;
    await changed(byCall(call), params.id, async (trx, note, row) => {
      const tail = await store.revokeServiceKey(trx, row.id, params.key, at());
      if (tail === undefined) throw new Refusal('not-found');
      note({ action: 'revoke', ...about(row), old: { key: tail }, new: null });
    });
  });
};

const auditedKey = ({ addresses, expires_at }: Pick<store.ServiceKeyRow, 'addresses' | 'expires_at'>) => ({
  addresses: [...addresses],
  expires_at: expires_at.toISOString(),
});

const about = ({ id, name, client_id: clientId }: Pick<store.AccountRow, 'id' | 'name' | 'client_id'>) => ({
  subject: 'service account',
  subjectId: id,
  subjectName: name,
  clientId,
});
