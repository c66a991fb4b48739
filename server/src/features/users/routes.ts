import { type ClientId, SiteId, UserId } from '@tocsin/contract/ids';
import { endpoints, type LocationAccess, type User, type UserPatch } from '@tocsin/contract/users';
import { isSamePerson } from '../../access/authorization-table.ts';
import { canEdit, managesClient, type Person, seesClient } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import type { Selection } from '../../access/selection.ts';
import { confirmMember, deleteMemberships, putMembership } from '../../access/store-people.ts';
import type { UserSubject } from '../../access/subject.ts';
import { type By, byCall, recorded } from '../../platform/audit.ts';
import type { Db, DbAndClock } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { type AddUserDependencies, addStaff, addToClient } from './add.ts';
import { changeUser } from './change.ts';
import { presentAccess, presentPerson, presentUser } from './present.ts';
import { removeUser } from './remove.ts';
import { joinName, mayGrant } from './rules.ts';
import * as store from './store.ts';

export interface UsersDependencies extends DbAndClock {
  readonly accounts: AddUserDependencies['accounts'];
  readonly invite: AddUserDependencies['invite'];
}

export const addUserRoutes = (api: Api, dependencies: UsersDependencies): void => {
  const { db, accounts } = dependencies;
  const at = () => new Date(dependencies.clock.now());

  route(api, endpoints.ofClient, async ({ who, subject, query }) => {
    const { clientId } = subject;
    const site = query['with-location-membership'];
    if (site !== undefined) await api.authorizer.check(who, 'site.edit', site);
    const editable = [...who.sites.values()].filter((s) => s.clientId === clientId && canEdit(who, s));
    const onSites = managesClient(who, clientId) ? null : editable.map((s) => s.siteId);
    const { count, rows } = await store.listPeople(db, clientId, onSites, query);
    const ids = rows.map((row) => row.id);
    const [subjects, keys] = await Promise.all([store.subjectsOf(db, ids), accounts.activationKeys(ids)]);
    const results = rows.flatMap((row) => {
      const person = subjects.get(row.id);
      return person ? [presentPerson(row, who, person, keys)] : [];
    });
    return { count, results };
  });

  /**
   * The client within which a person is viewed: the selected one if the person belongs to it, otherwise one that both
   * have.
   */
  const clientOf = async (who: Person, subject: UserSubject, lenient: () => Promise<Selection>) => {
    const selected = (await lenient()).clientId;
    const theirs = subject.clients.map((c) => c.clientId).filter((id) => seesClient(who, id));
    return theirs.find((id) => id === selected) ?? theirs[0] ?? null;
  };

  const presentOne = async (id: number, who: Person, clientId: ClientId | null): Promise<User> => {
    const row = await store.findPerson(db, id, clientId);
    const subject = (await store.subjectsOf(db, [id])).get(id);
    if (!row || !subject) throw new Refusal('not-found');
    const keys = await accounts.activationKeys([id]);
    const sites = clientId === null ? [] : await store.sitesWithAccess(db, clientId, id);
    const access = clientId === null ? [] : presentAccess(sites, who, clientId, isSamePerson(who, { userId: id }));
    return presentUser(presentPerson(row, who, subject, keys), clientId, access);
  };

  route(api, endpoints.create, async (call) => {
    const { who, body } = call;
    const clientId = body.client === null ? null : await targetClient(api, who, body.client, call.selection);
    if (body.is_superuser || body.is_oem || body.is_accounts_management)
      if (!who.isSuperuser) throw new Refusal('forbidden');
    const placed = await recorded(db, byCall(call), (trx, note) => {
      const adding = { trx, note, who, body, at: at() };
      return clientId === null ? addStaff(accounts, adding) : addToClient(dependencies, adding, clientId);
    });
    if (placed.kind === 'created') return await presentOne(placed.userId, who, clientId);
    return { added_to_another_client: true as const, email: body.email, invitation_id: placed.invitationId };
  });

  route(api, endpoints.one, async ({ who, params, subject, lenientSelection }) =>
    presentOne(params.id, who, await clientOf(who, subject, lenientSelection)),
  );

  interface Changing {
    readonly who: Person;
    readonly by: By;
    readonly subject: UserSubject;
    readonly lenient: () => Promise<Selection>;
    readonly patch: UserPatch;
    readonly access: readonly LocationAccess[] | undefined;
  }
  const change = async ({ who, by, subject, lenient, patch, access }: Changing): Promise<User> => {
    const clientId = await clientOf(who, subject, lenient);
    const newer = () => presentOne(subject.userId, who, clientId);
    await recorded(db, by, (trx, note) =>
      changeUser(accounts, { trx, note, who, subject, clientId, patch, access, newer }),
    );
    if (patch.is_active === false || patch.client === null) await accounts.signedOut(subject.userId);
    return await presentOne(subject.userId, who, patch.client === null ? null : clientId);
  };

  route(api, endpoints.replace, async (call) => {
    const { location_access: access, ...patch } = call.body;
    const { who, subject, lenientSelection: lenient } = call;
    return await change({ who, by: byCall(call), subject, lenient, patch, access });
  });

  route(api, endpoints.patch, async (call) => {
    const { who, subject, lenientSelection: lenient, body: patch } = call;
    return await change({ who, by: byCall(call), subject, lenient, patch, access: undefined });
  });

  route(api, endpoints.remove, async (call) => {
    const { who, subject, query, body } = call;
    const siteId = query.location_id ?? body?.location_id ?? undefined;
    const assigned = query.assign_user_id ?? body?.assign_user_id ?? subject.userId;
    if (siteId === undefined) {
      const { clientId: selected } = await call.lenientSelection();
      const clientId = await clientOf(who, subject, call.lenientSelection);
      await recorded(db, byCall(call), (trx, note) =>
        removeUser(accounts, { trx, note, who, subject, clientId, selected, at: at() }),
      );
      await accounts.signedOut(subject.userId);
      return undefined;
    }
    const membership = orNotFound(await store.findMembershipOn(db, assigned, siteId));
    await api.authorizer.check(who, 'membership.change', membership.id);
    await recorded(db, byCall(call), async (trx, note) => {
      await deleteMemberships(trx, assigned, [siteId]);
      const { has_access, permission } = membership;
      note({ ...aboutMembership(membership), action: 'remove', old: { has_access, permission }, new: null });
    });
    await accounts.signedOut(assigned);
  });

  route(api, endpoints.confirm, async (call) => {
    const { who, params, subject } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const member = await store.programsMember(trx, params.user, subject.clientId, who.userId);
      if (!member) throw new Refusal('not-found');
      if (member.is_own || isSamePerson(who, { userId: params.user })) throw new Refusal('forbidden');
      await confirmMember(trx, params.user, subject.clientId, who.userId);
      const about = { subject: 'person', subjectId: params.user, subjectName: joinName(member) };
      note({ ...about, action: 'confirm', clientId: subject.clientId, old: {}, new: { confirmed_by: who.name } });
    });
  });

  route(api, endpoints.addMembership, async (call) => {
    const { who, body, subject } = call;
    const membership = await recorded(db, byCall(call), async (trx, note) => {
      if (!(await store.memberOf(trx, body.user, subject.clientId)))
        throw badField('user', 'This person is not one of the client');
      const before = await store.findMembershipOn(trx, body.user, subject.siteId);
      const { has_access, permission } = body;
      const was = { has_access: before?.has_access ?? false, permission: before?.permission ?? ('User' as const) };
      if (isSamePerson(who, { userId: body.user }) || !mayGrant(who, subject, was, { has_access, permission }))
        throw new Refusal('forbidden');
      // An existing membership is changed instead, which needs a different right.
      if (before) await api.authorizer.check(who, 'membership.change', before.id);
      const id = await putMembership(trx, body.user, { siteId: subject.siteId, has_access, permission });
      const placed = orNotFound(await store.findMembership(trx, id));
      note({ ...aboutMembership(placed), action: before ? 'change' : 'create', old: before ? was : null, new: body });
      return id;
    });
    return await presentMembership(db, membership);
  });

  route(api, endpoints.changeMembership, async (call) => {
    const { who, params, body, subject } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.findMembership(trx, params.id));
      const was = { has_access: before.has_access, permission: before.permission };
      const is = { has_access: body.has_access ?? was.has_access, permission: body.permission ?? was.permission };
      if (!mayGrant(who, subject, was, is)) throw new Refusal('forbidden');
      await putMembership(trx, before.user_id, { siteId: subject.siteId, ...is });
      const same = was.has_access === is.has_access && was.permission === is.permission;
      note({ ...aboutMembership(before), action: 'change', ...(same ? { old: {}, new: {} } : { old: was, new: is }) });
    });
    return await presentMembership(db, params.id);
  });
};

/** The client named in the body or selected in the tab, when the caller may add people there. */
async function targetClient(
  api: Api,
  who: Person,
  named: number | undefined,
  selection: () => Promise<Selection>,
): Promise<ClientId> {
  const id = named ?? (await selection()).clientId;
  if (id === null) throw new Refusal('invalid', 'please select a client first');
  return (await api.authorizer.check(who, 'client.people', id)).clientId;
}

type Membership = NonNullable<Awaited<ReturnType<typeof store.findMembership>>>;

const aboutMembership = (m: Membership) => ({
  subject: 'membership',
  subjectId: m.id,
  subjectName: `${joinName(m)} on ${m.title}`,
  clientId: m.client_id,
  siteId: m.site_id,
});

async function presentMembership(db: Db, id: number) {
  const row = orNotFound(await store.findMembership(db, id));
  const location = SiteId.parse(row.site_id);
  const { has_access, permission } = row;
  return { id: row.id, location, location_id: location, user: UserId.parse(row.user_id), has_access, permission };
}
