import { endpoints, maxWebhooks, type NewWebhook, WebhookValues } from '@tocsin/contract/webhooks';
import { refuseOlder } from '../../access/api-versions.ts';
import { auditedReason, refuseWithoutReason } from '../../access/change-reason.ts';
import { refuseSecondName } from '../../access/one-name.ts';
import { isManagerWithin, isStaff, managesClient, type Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import type { ServedScope } from '../../access/scope.ts';
import type { Selection } from '../../access/selection.ts';
import { servedBy } from '../../access/served-by.ts';
import { failWaiting } from '../../notify/index.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import { badField, orNotFound } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/failures.ts';
import { newSecret } from '../../platform/webhook-signature.ts';
import { presentWebhook } from './present.ts';
import { aboutWebhook, auditedWebhook, fieldsOf, loosens, valuesOf } from './rules.ts';
import * as store from './store.ts';

export interface WebhooksDependencies extends DbAndClock {
  /** Encrypts secrets and credentials. */
  readonly encryption: Encryption;
  readonly publicUrl: string;
  /** Called in the transaction that writes final failures. */
  readonly failed: (trx: Trx, deliveryIds: readonly string[]) => Promise<void>;
}

/** Routes of webhooks. */
export const addWebhookRoutes = (api: Api, { db, clock, encryption, failed }: WebhooksDependencies): void => {
  const presentOne = async (id: number, who: Person) => {
    const row = orNotFound(await store.findWebhook(db, id));
    return presentWebhook(row, who);
  };
  const credentialOf = ({ credential }: Pick<NewWebhook, 'credential'>) =>
    credential === null || credential === '' ? null : encryption.close(credential);

  route(api, endpoints.list, async ({ who, query, selection }) => {
    const selected = await selection();
    const filter = managedBy(who, selected);
    const { rows, count } = await store.listWebhooks(db, filter, query);
    const mayAdd = selected.clientId !== null && isManagerWithin(who, selected.clientId);
    return { count, results: rows.map((row) => presentWebhook(row, who)), may_add: mayAdd };
  });

  route(api, endpoints.one, ({ who, params }) => presentOne(params.id, who));

  route(api, endpoints.create, async (call) => {
    const { who, body, subject } = call;
    const served = await servedBy(db, who, subject, body.location);
    const fields = fieldsOf(body);
    const secret = newSecret();
    const id = await recorded(db, byCall(call), async (trx, note) => {
      if ((await store.countOfClient(trx, served.clientId)) >= maxWebhooks)
        throw badField('title', `A client has at most ${maxWebhooks} webhooks.`);
      const closed = { secret: encryption.close(secret), credential: credentialOf(body) };
      await refuseSecondName(trx, who, { kind: 'webhook', of: served.clientId, name: body.title });
      const webhookId = await store.insertWebhook(trx, served, { ...fields, ...closed }, new Date(clock.now()));
      const row = { id: webhookId, title: body.title, client_id: served.clientId, site_id: served.siteId };
      note({ ...aboutWebhook(row), action: 'create', old: null, new: auditedWebhook(fields) });
      return webhookId;
    });
    return { ...(await presentOne(id, who)), secret };
  });

  route(api, endpoints.change, async (call) => {
    const { who, params } = call;
    const { version, reason, credential, ...patch } = call.body;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockWebhook(trx, params.id));
      await refuseOlder(version, before.version, () => presentOne(params.id, who));
      const fields = fieldsOf(laid(valuesOf(before), patch));
      if (loosens(before, fields)) await refuseWithoutReason(trx, before.client_id, reason);
      const { old, new: fresh } = difference(auditedWebhook(before), auditedWebhook(fields));
      const changed = {
        ...fresh,
        ...(fields.url === before.url ? {} : { address: 'changed' }),
        ...(fields.template === before.template ? {} : { text: 'changed' }),
        ...(credential === undefined ? {} : { credential: credential ? 'changed' : 'removed' }),
      };
      const isChange = Object.keys(changed).length > 0;
      const about = { ...aboutWebhook(before), action: 'change' as const };
      note({ ...about, old, new: isChange ? { ...changed, ...auditedReason(reason) } : {} });
      if (!isChange) return;
      if (credential !== undefined) await store.updateCredential(trx, params.id, credentialOf({ credential }));
      await store.updateWebhook(trx, params.id, fields);
      if (!fields.is_active) await failed(trx, await failWaiting(trx, params.id, turnedOff, new Date(clock.now())));
    });
    return await presentOne(params.id, who);
  });

  route(api, endpoints.rotate, async (call) => {
    const { who, params } = call;
    const secret = newSecret();
    await recorded(db, byCall(call), async (trx, note) => {
      const row = orNotFound(await store.lockWebhook(trx, params.id));
      await store.updateSecret(trx, params.id, encryption.close(secret));
      note({ ...aboutWebhook(row), action: 'change', old: {}, new: { secret: 'changed' } });
    });
    return { ...(await presentOne(params.id, who)), secret };
  });

  route(api, endpoints.remove, async (call) => {
    const { params, query, body } = call;
    const reason = query.reason ?? body?.reason;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockWebhook(trx, params.id));
      await refuseWithoutReason(trx, before.client_id, reason);
      await store.deleteWebhook(trx, params.id);
      const fresh = reason ? { reason } : null;
      note({ ...aboutWebhook(before), action: 'remove', old: auditedWebhook(before), new: fresh });
    });
  });
};

const turnedOff = 'The webhook was turned off';

/** The webhooks that a person manages in the selected client, or in all of theirs. */
function managedBy(who: Person, { clientId }: Selection): ServedScope {
  if (isStaff(who)) {
    if (clientId === null) return { scope: { kind: 'all' }, clientIds: null };
    return { scope: { kind: 'some', clientIds: [clientId], siteIds: [] }, clientIds: [clientId] };
  }
  const own = [...who.clients.keys()].filter((id) => clientId === null || id === clientId);
  const clientIds = who.key ? [] : own.filter((id) => managesClient(who, id));
  const sites = who.key
    ? []
    : [...who.sites.values()].filter((site) => own.includes(site.clientId) && site.permission === 'Manager');
  return { scope: { kind: 'some', clientIds, siteIds: sites.map((site) => site.siteId) }, clientIds };
}

/** Merges a change into the stored webhook and checks the result as a whole. */
function laid(before: WebhookValues, patch: object): WebhookValues {
  const result = WebhookValues.safeParse({ ...before, ...patch });
  if (!result.success) throw refusalOf(result.error);
  return result.data;
}
