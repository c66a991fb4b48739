import { EmailRuleInput, type EmailRulePatch, endpoints, noDeviceChosen } from '@tocsin/contract/email-rules';
import { ClientId, SiteId } from '@tocsin/contract/ids';
import type { z } from 'zod';
import { refuseOlder } from '../../access/api-versions.ts';
import { isSamePerson } from '../../access/authorization-table.ts';
import { auditedReason, refuseWithoutReason } from '../../access/change-reason.ts';
import { isStaff, managesClient, type Person, seesSite } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import type { EmailRuleSubject } from '../../access/subject.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { Db, DbAndClock, Trx } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/failures.ts';
import { loosens } from './loosening.ts';
import { presentRule } from './present.ts';
import * as store from './store.ts';

export interface EmailRulesDependencies extends DbAndClock {
  /** A person with their current access; undefined when they have none. */
  readonly loadPerson: (userId: number) => Promise<Person | undefined>;
}

export const addEmailRuleRoutes = (api: Api, dependencies: EmailRulesDependencies): void => {
  const { db } = dependencies;

  const present = async (rows: readonly store.RuleRow[]) => {
    const devices = Map.groupBy(
      await store.devicesOfRules(
        db,
        rows.map((row) => row.id),
      ),
      (device) => device.rule_id,
    );
    const ids = [...new Set(rows.map((row) => row.user_id))];
    const owners = new Map(await Promise.all(ids.map(async (id) => [id, await dependencies.loadPerson(id)] as const)));
    return rows.map((row) => presentRule(row, devices.get(row.id) ?? [], owners.get(row.user_id)));
  };
  const presentOne = async (id: number) => {
    const row = await store.findRule(db, id);
    const [rule] = row ? await present([row]) : [];
    if (!rule) throw new Refusal('not-found');
    return rule;
  };

  route(api, endpoints.list, async ({ who, query, selection }) => {
    // A session from a client's provider lists the rules of its client only, whatever is selected.
    const clientId = (await selection()).clientId ?? who.onlyClientId ?? null;
    const { user = who.userId, search, limit, offset } = query;
    const isOwn = user !== 'all' && isSamePerson(who, { userId: user });
    if (!isOwn && !(clientId === null ? isStaff(who) : managesClient(who, clientId))) throw new Refusal('forbidden');
    const userId = user === 'all' ? null : user;
    const { count, rows } = await store.listRules(db, { userId, clientId, search, limit, offset });
    return { count, results: await present(rows) };
  });

  route(api, endpoints.one, ({ params }) => presentOne(params.id));

  route(api, endpoints.create, async (call) => {
    const { who, body } = call;
    const { clientId } = await call.selection();
    if (clientId === null) throw new Refusal('invalid', 'please select a client first');
    const owner = await ownerOf(dependencies, who, clientId, body.user);
    const id = await recorded(db, byCall(call), async (trx, note) => {
      await refuseUnseen(trx, owner, clientId, body.devices, []);
      const values = valuesOf(body);
      const at = new Date(dependencies.clock.now());
      const ruleId = await store.insertRule(trx, { userId: owner.userId, clientId }, values, at);
      await store.putDevices(trx, ruleId, body.devices);
      const names = { subject: 'e-mail rule', subjectId: ruleId, subjectName: owner.name, clientId };
      note({ ...names, action: 'create', old: null, new: { ...values, devices: body.devices, user: owner.userId } });
      return ruleId;
    });
    return await presentOne(id);
  });

  route(api, endpoints.change, async (call) => {
    const { params } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockRule(trx, params.id));
      const had = (await store.devicesOfRules(trx, [params.id])).map((device) => device.id);
      const { version, ...rule } = lay(before, had, call.body);
      await refuseOlder(version, before.version, () => presentOne(params.id));
      const owner = orNotFound(await dependencies.loadPerson(before.user_id));
      await refuseUnseen(trx, owner, before.client_id, rule.devices, had);
      const values = valuesOf(rule);
      const [was, is] = [
        { ...valuesOf(before), devices: sorted(had) },
        { ...values, devices: sorted(rule.devices) },
      ];
      const { reason } = call.body;
      if (loosens(was, is)) await refuseWithoutReason(trx, before.client_id, reason);
      const { old, new: fresh } = difference(was, is);
      const isChange = Object.keys(fresh).length > 0;
      const names = { subject: 'e-mail rule', subjectId: params.id, subjectName: owner.name };
      note({
        ...names,
        clientId: before.client_id,
        action: 'change',
        old,
        new: isChange ? { ...fresh, ...auditedReason(reason) } : {},
      });
      if (!isChange) return;
      await store.updateRule(trx, params.id, values);
      await store.putDevices(trx, params.id, rule.devices);
    });
    return await presentOne(params.id);
  });

  route(api, endpoints.remove, async (call) => {
    const { params, query, body } = call;
    const reason = query.reason ?? body?.reason;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockRule(trx, params.id));
      if (before.is_active) await refuseWithoutReason(trx, before.client_id, reason);
      await store.deleteRule(trx, params.id);
      const names = { subject: 'e-mail rule', subjectId: params.id, clientId: before.client_id };
      note({
        ...names,
        action: 'remove',
        old: { ...valuesOf(before), user: before.user_id },
        new: reasonOnly(reason),
      });
    });
  });
};

/** Loads the owner of a rule for authorization. */
export const loadEmailRule =
  (db: Db, loadUser: (id: number) => Promise<EmailRuleSubject['owner'] | undefined>) =>
  async (id: number): Promise<EmailRuleSubject | undefined> => {
    const row = await store.findRule(db, id);
    const owner = row && (await loadUser(row.user_id));
    return row && owner && { owner, clientId: ClientId.parse(row.client_id) };
  };

/** The caller, or a person of the client for its account managers and operator staff. */
async function ownerOf(
  { loadPerson }: EmailRulesDependencies,
  who: Person,
  clientId: ClientId,
  userId: number | undefined,
): Promise<Person> {
  if (userId === undefined || isSamePerson(who, { userId })) return who;
  if (!managesClient(who, clientId)) throw new Refusal('forbidden');
  const owner = await loadPerson(userId);
  if (!owner?.clients.has(clientId)) throw badField('user', 'This person is not one of the client');
  return owner;
}

/** New devices of a rule must be visible to its owner; devices that it already has may stay ('no access'). */
async function refuseUnseen(
  trx: Trx,
  owner: Person,
  clientId: number,
  devices: readonly number[],
  had: readonly number[],
): Promise<void> {
  const fresh = devices.filter((id) => !had.includes(id));
  if (fresh.length === 0) return;
  const devicesById = new Map((await store.devicesByIds(trx, fresh)).map((device) => [device.id, device]));
  for (const id of fresh) {
    const device = devicesById.get(id);
    const site = device && { siteId: SiteId.parse(device.site_id), clientId: ClientId.parse(device.client_id) };
    if (!site || site.clientId !== clientId || !seesSite(owner, site)) throw badField('devices', noDeviceChosen);
  }
}

type Stored = NonNullable<Awaited<ReturnType<typeof store.lockRule>>>;

/**
 * Merges a change into the stored rule and validates the result as a whole, so that PATCH follows the same rules as the
 * form.
 */
function lay(before: Stored, devices: readonly number[], patch: z.output<typeof EmailRulePatch>): EmailRuleInput {
  const { version: _, ...values } = before;
  const laid = EmailRuleInput.safeParse({ delivery_method: 'Email', ...values, devices, ...patch, user: undefined });
  if (!laid.success) throw refusalOf(laid.error);
  return laid.data;
}

const valuesOf = (rule: store.RuleValues | Stored) => ({
  send_to_alternative: rule.send_to_alternative,
  alternative_contact: rule.alternative_contact,
  event_type: rule.event_type,
  contact_when: rule.contact_when as store.RuleValues['contact_when'],
  x: rule.x ?? null,
  all_devices: rule.all_devices,
  number_per_hour: rule.number_per_hour ?? 0,
  is_active: rule.is_active,
});

/** The reason as the new values of a removal; null without one. */
const reasonOnly = (reason: string | undefined) => (reason ? { reason } : null);

const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);
