import { createServer, type Server } from 'node:https';
import { portOf } from '@tocsin/simulator/port-of';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { managersOfServed } from '../features/on-call/index.ts';
import { deliverDue } from '../notify/testing/webhooks.ts';
import { createLog } from '../platform/log.ts';
import { createNetworks } from '../platform/outbound-post.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { makeUser } from '../platform/testing/factories.ts';
import { testCertificate, testKey } from '../platform/testing/tls-pair.ts';
import { ContactRig } from './testing/contact-rig.ts';
import { webhookEncryption } from './webhooks.ts';

const database = testDatabase();
const selfSigned = 'The connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)';
let rig: ContactRig;
let server: Server;
let received: number;
let url: string;

beforeEach(async () => {
  await sql`delete from webhook`.execute(database.db);
  await sql`delete from sms_gateway`.execute(database.db);
  rig = await ContactRig.make(database.db);
  received = 0;
  // Nobody whom Node trusts has signed its certificate.
  server = createServer({ cert: testCertificate, key: testKey }, (_request, response) => {
    received++;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://127.0.0.1:${portOf(server)}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await Promise.all([rig.api.http.close(), new Promise((resolve) => server.close(resolve))]);
});

it('sends no webhook to a receiver with an invalid certificate, says why, and tries again', async () => {
  const encryption = webhookEncryption('a secret of at least thirty-two characters');
  await sql`insert into webhook (client_id, title, url, secret, event_types, least_priority, format, created_at)
    values (${rig.escalation.device.clientId}, 'Plant', ${url}, ${encryption.close('whsec')}, '{alarm_on}', 4, 'tocsin',
      now())`.execute(rig.db);
  const event = await rig.escalation.event();
  await sql`insert into pending_event (event_id, audience) values (${event}, 'webhooks')`.execute(rig.db);
  await deliverDue({
    db: rig.db,
    clock: rig.clock,
    log: createLog('silent'),
    encryption,
    publicUrl: 'https://tocsin.example',
    isPrivateAllowed: createNetworks(['127.0.0.0/8']),
    timeout: () => new AbortController().signal,
    random: () => 0,
    failed: async () => {},
    managersOf: managersOfServed,
  });
  const { rows } = await sql`select state, error, attempts from webhook_delivery`.execute(rig.db);
  expect(rows).toEqual([{ state: 'pending', error: selfSigned, attempts: 1 }]);
  expect(received).toBe(0);
});

it.each(['webhook', 'sms'] as const)('sends no %s of a person by an invalid certificate', async (kind) => {
  const ann = await rig.escalation.person('Ann');
  if (kind === 'sms') {
    const staff = await rig.calls(await makeUser(rig.db, { is_superuser: true }));
    const made = await staff.put('/api/v1/sms-gateway/', { url, body: '{"to":"{{to}}","text":"{{text}}"}' });
    expect(made.statusCode).toBe(200);
  }
  await rig.method(ann, kind, kind === 'sms' ? '+4915123456789' : url);
  await rig.escalation.policy({ steps: [[0, [ann]]] });
  await rig.escalation.event();
  await rig.at(0);
  expect(await rig.sent()).toMatchObject([{ method: kind, state: 'pending', error: selfSigned, attempts: 1 }]);
  expect(received).toBe(0);
});
