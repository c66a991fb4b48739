import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEncryption } from '../../../platform/encryption.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import { type MadeDevice, makeDevice } from '../../../platform/testing/factories.ts';
import type { TaskNews } from './message.ts';
import { queueTask } from './queue-task.ts';

const database = testDatabase();
const encryption = createEncryption('a secret of at least thirty-two characters', 'webhooks');
const now = Date.UTC(2026, 10, 20, 12);
let device: MadeDevice;

beforeEach(async () => {
  await sql`delete from webhook`.execute(database.db);
  device = await makeDevice(database.db);
});

async function makeWebhook(
  over: {
    readonly types?: readonly string[];
    readonly client?: number;
    readonly site?: number | null;
    readonly least?: number;
    readonly isActive?: boolean;
    readonly template?: string;
  } = {},
): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into webhook (client_id, site_id, title, url, secret, event_types,
      least_priority, format, template, content_type, is_active, created_at)
    values (${over.client ?? device.clientId}, ${over.site ?? null}, 'Planning', 'https://plan.example/',
      ${encryption.close('whsec')}, ${over.types ?? ['task_opened', 'task_closed']}, ${over.least ?? 4},
      ${over.template === undefined ? 'tocsin' : 'template'}, ${over.template ?? null},
      ${over.template === undefined ? null : 'application/json'}, ${over.isActive ?? true}, now())
    returning id`.execute(database.db);
  return rows[0]?.id ?? 0;
}

const news = (kind: TaskNews['kind'] = 'task_opened', comment = ''): TaskNews => ({
  kind,
  task: { id: 12, what: 'Replace the "left" bearing', owner: 'Mara Voss', due: '2026-11-23', comment, by: 'Olaf Voss' },
  event: { id: 7, at: now - 60_000, content: 'Absolute' },
  device: { id: device.id, title: 'Leg 1' },
  sensor: { id: '4.4000', title: 'Head bearing left' },
  site: { id: device.siteId, title: 'North' },
  clientId: device.clientId,
});
const queue = (of: TaskNews) =>
  database.db.transaction().execute((trx) => queueTask(trx, of, { now, publicUrl: 'https://tocsin.example' }));
const queued = async () => {
  const { rows } = await sql<{ webhook: number; event: number; type: string; subject: string; body: string }>`select
      webhook_id as webhook, event_id as event, event_type as type, subject, body from webhook_delivery
    where state = 'pending' order by webhook_id, created_at`.execute(database.db);
  return rows;
};

describe('a maintenance task is not sent', () => {
  it.each([
    ['of another client', async () => ({ client: (await makeDevice(database.db)).clientId })],
    ['of another site', async () => ({ site: (await makeDevice(database.db)).siteId })],
    ['about alarms only', async () => ({ types: ['alarm_on'] })],
    ['about more urgent events', async () => ({ least: 1 })],
    ['that is off', async () => ({ isActive: false })],
  ])('to a webhook %s', async (_, over) => {
    await makeWebhook(await over());
    await queue(news());
    expect(await queued()).toEqual([]);
  });

  it('when its change is rolled back', async () => {
    await makeWebhook();
    const change = database.db.transaction().execute(async (trx) => {
      await queueTask(trx, news(), { now, publicUrl: 'https://tocsin.example' });
      throw new Error('no access');
    });
    await expect(change).rejects.toThrow('no access');
    expect(await queued()).toEqual([]);
  });

  it('when too many deliveries are waiting, and is counted', async () => {
    const id = await makeWebhook();
    await sql`insert into webhook_delivery (webhook_id, event_id, event_type, subject, body, state, created_at, due_at)
      select ${id}, n, 'alarm_on', '', '', 'pending', now(), now() from generate_series(1, 1000) n`.execute(
      database.db,
    );
    await queue(news());
    expect(await queued()).toHaveLength(1_000);
    const { rows } = await sql`select dropped from webhook where id = ${id}`.execute(database.db);
    expect(rows).toEqual([{ dropped: 1 }]);
  });
});

it('is sent with owner, due date and what is to be done, and resolved with what was done', async () => {
  const id = await makeWebhook();
  await queue(news());
  await queue(news('task_changed'));
  await queue(news('task_closed', 'New bearing'));
  const rows = await queued();
  expect(rows.map(({ webhook, event, type, subject }) => [webhook, event, type, subject])).toEqual([
    [id, 7, 'task_opened', 'Maintenance Task Opened: North, Leg 1, Head bearing left'],
    [id, 7, 'task_closed', 'Maintenance Task Closed: North, Leg 1, Head bearing left'],
  ]);
  const [opened, closed] = rows.map(({ body }) => JSON.parse(body));
  expect(opened).toMatchObject({
    type: 'task_opened',
    status: 'firing',
    condition: 'tocsin-task-12',
    content: 'Replace the "left" bearing',
    priority: 'high',
    device: { id: device.id, title: 'Leg 1' },
    task: { id: 12, owner: 'Mara Voss', due: '2026-11-23', by: 'Olaf Voss' },
    url: 'https://tocsin.example/maintenance-tasks',
  });
  expect(closed).toMatchObject({ status: 'resolved', condition: 'tocsin-task-12', content: 'New bearing' });
});

it('fills a template with the fields of the task', async () => {
  await makeWebhook({ template: '{"ref":"{{task}}","title":"{{content}}","who":"{{owner}}","until":"{{due}}"}' });
  await queue(news());
  expect(JSON.parse((await queued())[0]?.body ?? '')).toEqual({
    ref: '12',
    title: 'Replace the "left" bearing',
    who: 'Mara Voss',
    until: '2026-11-23',
  });
});
