import { type ClientListQuery, type ClientStanding, endpoints } from '@tocsin/contract/clients';
import { ClientId } from '@tocsin/contract/ids';
import type { NewPerson } from '../../access/accounts.ts';
import { refuseOlder } from '../../access/api-versions.ts';
import { refuseSecondName } from '../../access/one-name.ts';
import { isProgram, isStaff, type Person, type Principal } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { selectClient } from '../../access/store-people.ts';
import { type By, byCall, difference, recorded } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { addLogoRoutes } from './logo-routes.ts';
import { about, presentClient } from './present.ts';
import { type StandingDependencies, scopeOfClients, standingsOf, worstFirst } from './standings.ts';
import * as store from './store.ts';

export interface ClientsDependencies extends StandingDependencies {
  /**
   * Makes the contact person an account manager with a first rule and mails the activation link; a person with an
   * account elsewhere is invited instead. Returns the audit text.
   */
  readonly placeContact: (trx: Trx, clientId: ClientId, contact: NewPerson, by: Person, at: Date) => Promise<object>;
  /** Removes a client, or throws 409 with what it contains; restorable for 30 days. */
  readonly remove: (id: number, by: By, cascade: boolean) => Promise<void>;
  readonly restore: (id: number, by: By) => Promise<void>;
  /** After a commit: the device catalog shows the new company name. */
  readonly catalogChanged: (scope: { readonly kind: 'client'; readonly id: number }) => Promise<void>;
}

/** What protects a client's people and their changes: a person decides it. */
const protections = [
  'is_active',
  'is_2fa_required',
  'changes_need_reason',
  'changes_need_approval',
  'own_devices',
] as const;
const notByProgram = 'A program does not change how a client and its changes are protected.';

const numberTaken = 'This account number is already in use';

export const addClientRoutes = (api: Api, dependencies: ClientsDependencies): void => {
  const { db } = dependencies;
  /** A program makes nobody account manager: it grants no role above Engineer. */
  const placed: ClientsDependencies['placeContact'] = async (trx, clientId, contact, by, at) =>
    isProgram(by) ? {} : await dependencies.placeContact(trx, clientId, contact, by, at);
  const presentOne = async (id: number, who: Principal) => {
    const row = orNotFound(await store.findClient(db, id));
    return presentClient(row, who);
  };

  const worstPage = async (
    visible: readonly ClientId[] | null,
    query: ClientListQuery,
    standingOf: (id: number) => ClientStanding,
  ) => {
    const all = worstFirst(await store.clientIds(db, visible, query), standingOf);
    const ids = all.slice(query.offset, query.offset + query.limit);
    const { rows } = await store.listClients(db, ids, { ...query, offset: 0 });
    return { count: all.length, rows: rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) };
  };

  route(api, endpoints.list, async ({ who, query }) => {
    const visible = visibleTo(who, query);
    const standingOf = query.standing || query.ordering === 'worst' ? await standingsOf(dependencies, who) : undefined;
    const page = standingOf && query.ordering === 'worst' ? await worstPage(visible, query, standingOf) : undefined;
    const { count, rows } = page ?? (await store.listClients(db, visible, query));
    const clients = rows.map((row) => presentClient(row, who));
    if (!query.standing || !standingOf) return { count, results: clients };
    const ids = clients.map(({ id }) => id);
    const needs = query.needs ? await dependencies.needsOf(scopeOfClients(who, ids)) : undefined;
    const results = clients.map((client) => ({
      ...client,
      standing: { ...standingOf(client.id), needs: needs ? (needs.get(client.id) ?? 0) : null },
    }));
    return { count, results };
  });

  route(api, endpoints.nextNumber, async () => ({ number: await store.nextNumber(db) }));

  route(api, endpoints.one, ({ who, params }) => presentOne(params.id, who));

  route(api, endpoints.create, async (call) => {
    const { body } = call;
    const at = new Date(dependencies.clock.now());
    const id = await recorded(db, byCall(call), async (trx, note) => {
      if (await store.isNumberTaken(trx, body.number, null)) throw badField('number', numberTaken);
      await refuseSecondName(trx, call.who, { kind: 'client', of: 0, name: body.company });
      const clientId = await store.insertClient(trx, { ...body, created_at: at });
      const contact = await placed(trx, ClientId.parse(clientId), body, call.who, at);
      note({ ...about(clientId, body.company), action: 'create', old: null, new: { ...body, contact } });
      return clientId;
    });
    return await presentOne(id, call.who);
  });

  route(api, endpoints.change, async (call) => {
    const { params, body } = call;
    const { id: _, version, ...patch } = body;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockClient(trx, params.id));
      await refuseOlder(version, before.version, () => presentOne(params.id, call.who));
      if (patch.number !== undefined && (await store.isNumberTaken(trx, patch.number, params.id)))
        throw badField('number', numberTaken);
      if (patch.own_devices !== undefined && patch.own_devices !== before.own_devices && !isStaff(call.who))
        throw new Refusal('forbidden');
      const was = patchable(before);
      if (isProgram(call.who) && protections.some((name) => patch[name] !== undefined && patch[name] !== was[name]))
        throw new Refusal('forbidden', notByProgram);
      const { old, new: fresh } = difference(was, { ...was, ...patch });
      const is = { ...was, ...patch };
      const isNew = is.email.toLowerCase() !== was.email.toLowerCase();
      const at = new Date(dependencies.clock.now());
      const contact = isNew ? { contact: await placed(trx, call.subject.clientId, is, call.who, at) } : {};
      const values = { old, new: { ...fresh, ...contact } };
      note({ ...about(params.id, patch.company ?? before.company), action: 'change', ...values });
      if (Object.keys(fresh).length > 0) await store.updateClient(trx, params.id, patch);
    });
    await dependencies.catalogChanged({ kind: 'client', id: params.id });
    return await presentOne(params.id, call.who);
  });

  route(api, endpoints.select, async (call) => {
    const { who, params } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      await selectClient(trx, who.userId, params.id);
      const same = who.stored.client === params.id;
      const old = { current_client: who.stored.client };
      const values = same ? { old: {}, new: {} } : { old, new: { current_client: params.id } };
      note({ ...about(params.id, ''), action: 'select', ...values });
    });
    return await presentOne(params.id, who);
  });

  route(api, endpoints.remove, async (call) => {
    await dependencies.remove(call.params.id, byCall(call), call.query.cascade);
  });

  route(api, endpoints.restore, async (call) => {
    await dependencies.restore(call.params.id, byCall(call));
    return await presentOne(call.params.id, call.who);
  });

  addLogoRoutes(api, dependencies, presentOne);
};

/** null: all. Removed clients are only visible to operator staff, who can restore them. */
function visibleTo(who: Person, query: ClientListQuery): readonly ClientId[] | null {
  if (isStaff(who)) return null;
  if (query.removed) throw new Refusal('forbidden');
  return [...who.clients.keys()];
}

const patchable = (client: NonNullable<Awaited<ReturnType<typeof store.lockClient>>>) => ({
  number: client.number,
  company: client.company,
  address: client.address,
  phone: client.phone,
  full_name: client.full_name,
  email: client.email,
  alternative_name: client.alternative_name,
  alternative_email: client.alternative_email,
  alternative_phone: client.alternative_phone,
  is_active: client.is_active,
  is_2fa_required: client.is_2fa_required,
  acknowledged_kinds: client.acknowledged_kinds,
  changes_need_reason: client.changes_need_reason,
  changes_need_approval: client.changes_need_approval,
  own_devices: client.own_devices,
});
