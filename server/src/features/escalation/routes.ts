import { endpoints, maxPolicies, PolicyValues } from '@tocsin/contract/escalation';
import { refuseOlder } from '../../access/api-versions.ts';
import { auditedReason, refuseWithoutReason } from '../../access/change-reason.ts';
import { refuseSecondName } from '../../access/one-name.ts';
import { isManagerWithin, type Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { servedScopeOf } from '../../access/scope.ts';
import { servedBy } from '../../access/served-by.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/failures.ts';
import type { EscalationDependencies } from './dependencies.ts';
import { servedOf } from './loader.ts';
import { loosens } from './loosening.ts';
import { presentPolicies, valuesOf } from './present.ts';
import { aboutPolicy, auditedPolicy, chooseTargets } from './rules.ts';
import * as store from './store.ts';

/** Routes of escalation policies. */
export const addEscalationRoutes = (api: Api, dependencies: EscalationDependencies): void => {
  const { db, clock } = dependencies;
  const presentOne = async (id: number, who: Person) => {
    const row = await store.findPolicy(db, id);
    const [policy] = row ? await presentPolicies([row], who, dependencies) : [];
    if (!policy) throw new Refusal('not-found');
    return policy;
  };

  route(api, endpoints.policies, async ({ who, query, selection }) => {
    const selected = await selection();
    const filter = servedScopeOf(who, selected.clientId, query.location);
    const { rows, count } = await store.listPolicies(db, filter, query);
    const mayAdd = selected.clientId !== null && isManagerWithin(who, selected.clientId);
    return { count, results: await presentPolicies(rows, who, dependencies), may_add: mayAdd };
  });

  route(api, endpoints.policy, ({ who, params }) => presentOne(params.id, who));

  route(api, endpoints.createPolicy, async (call) => {
    const { who, body, subject } = call;
    const served = await servedBy(db, who, subject, body.location);
    const id = await recorded(db, byCall(call), async (trx, note) => {
      if ((await store.countOfClient(trx, served.clientId)) >= maxPolicies)
        throw badField('title', `A client has at most ${maxPolicies} escalation policies.`);
      const fields = await chooseTargets(trx, body, served, undefined, dependencies);
      await refuseSecondName(trx, who, { kind: 'policy', of: served.clientId, name: body.title });
      const policyId = await store.insertPolicy(trx, served, fields, new Date(clock.now()));
      const row = { id: policyId, title: body.title, client_id: served.clientId, site_id: served.siteId };
      note({ ...aboutPolicy(row), action: 'create', old: null, new: auditedPolicy(fields) });
      return policyId;
    });
    return await presentOne(id, who);
  });

  route(api, endpoints.changePolicy, async (call) => {
    const { who, params } = call;
    const { version, reason, ...patch } = call.body;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockPolicy(trx, params.id));
      await refuseOlder(version, before.version, () => presentOne(params.id, who));
      const was = valuesOf(before);
      const values = laid(was, patch);
      const fields = await chooseTargets(trx, values, servedOf(before), before, dependencies);
      if (loosens(was, values)) await refuseWithoutReason(trx, before.client_id, reason);
      const { old, new: fresh } = difference(auditedPolicy(before), auditedPolicy(fields));
      const isChange = Object.keys(fresh).length > 0 || JSON.stringify(was) !== JSON.stringify(values);
      const about = { ...aboutPolicy(before), action: 'change' as const };
      note({ ...about, old, new: isChange ? { ...fresh, ...auditedReason(reason) } : {} });
      if (isChange) await store.updatePolicy(trx, params.id, fields);
    });
    return await presentOne(params.id, who);
  });

  route(api, endpoints.removePolicy, async (call) => {
    const { params, query, body } = call;
    const reason = query.reason ?? body?.reason;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockPolicy(trx, params.id));
      await refuseWithoutReason(trx, before.client_id, reason);
      await store.deletePolicy(trx, before.id);
      const fresh = reason ? { reason } : null;
      note({ ...aboutPolicy(before), action: 'remove', old: auditedPolicy(before), new: fresh });
    });
  });
};

/** Merges a change into the stored policy and checks the result as a whole. */
function laid(before: PolicyValues, patch: object): PolicyValues {
  const result = PolicyValues.safeParse({ ...before, ...patch });
  if (!result.success) throw refusalOf(result.error);
  return result.data;
}
