import type { Preview } from '@tocsin/contract/on-call-preview';
import type { Person } from '../../access/principal.ts';
import type { Db } from '../../platform/db.ts';
import { coversDevice, type policyIsAbout, ruleEvent, webhookIsAbout } from './match.ts';
import { rulesFor, webhooksOf } from './store.ts';

/** An e-mail rule waits these minutes with this code, else it mails at once. */
const waits = 2;

type Told = Preview['told'][number];

/** Whom e-mail rules and webhooks would tell of an event that lasts; of one of a maintenance test, only rules do. */
export async function toldWithoutPolicy(
  db: Db,
  event: Parameters<typeof policyIsAbout>[1] & { readonly suspended: boolean },
  loadPerson: (id: number) => Promise<Person | undefined>,
  isTest: boolean,
): Promise<Told[]> {
  const { client_id: clientId, device_id: deviceId, site_id: siteId, suspended } = event;
  const about = ruleEvent({ type: event.type, is_test: isTest });
  const told = new Map<string, Told>();
  const add = (one: Told): unknown => told.set(JSON.stringify(one), one);
  for (const rule of about === undefined ? [] : await rulesFor(db, [clientId], [about])) {
    const owner = await loadPerson(rule.user_id);
    if (owner === undefined || !coversDevice(rule, owner, { deviceId, clientId, siteId, suspended })) continue;
    const after_minutes = rule.contact_when === waits ? (rule.x ?? 0) : 0;
    add({ method: 'email', name: owner.name, after_minutes, is_alternative: rule.is_alternative });
  }
  const sent = { ...event, level: event.priority, is_gone: false, is_out_of_service: false };
  for (const webhook of isTest ? [] : await webhooksOf(db, [clientId]))
    if (webhookIsAbout(webhook, sent, false))
      add({ method: 'webhook', name: webhook.title, after_minutes: 0, is_alternative: false });
  return [...told.values()].sort((a, b) => a.after_minutes - b.after_minutes);
}
