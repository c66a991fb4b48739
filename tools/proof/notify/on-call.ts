// Escalations across kills: two processes run them, a real SMTP server receives, and one of the processes is killed at
// named points. Half of the alarms are acknowledged while their second step becomes due and is sent. Every due message must
// arrive, none twice under two Message-IDs, and none may be begun once the acknowledgement has been answered. The second
// step notifies a webhook too.
// `npm run proof -- on-call [kills at each point]`.
import { randomInt } from 'node:crypto';
import { Api } from '@tocsin/e2e/api';
import { Mailbox, startMailServer } from '@tocsin/e2e/mailbox';
import { makePerson, makePlant, type Plant, type PlantDevice } from '@tocsin/e2e/plant';
import { PushingDevice } from '@tocsin/e2e/pushing-device';
import { type Arrival, Receivers } from '@tocsin/e2e/receivers';
import { admin, type TocsinServer } from '@tocsin/e2e/server';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import { ownPostgres } from '../support/_postgres.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { type Query, startNats, startTogether, type Together } from '../support/_together.ts';
import { type DeliveryFact, deliveriesOf, reportDeliveries } from './_policy-deliveries.ts';

export const hasShort = true;
export const mostlyWaits = true;

const points = ['escalation-started', 'step-written', 'step-committed', 'mail-begun', 'mailed'] as const;
const shortPoints = ['step-written', 'mailed'] as const;
/** Most alarms until one of them has ended the process; below the number from which messages are gathered. */
const maxAlarms = 12;

interface Raised {
  readonly event: number;
  /** When the acknowledgement's answer had come, so that its transaction was committed; null: nobody acknowledges. */
  readonly answeredAt: number | null;
}

export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const times = short ? 1 : Number(args[0] ?? 4);
  const database = await ownPostgres();
  const nats = await startNats();
  const mail = await startMailServer();
  const receivers = await Receivers.start();
  let together: Together | null = null;
  try {
    together = await startTogether({
      database,
      nats,
      roles: { front: 'web,ingest', one: 'jobs', two: 'jobs' },
      more: {
        SMTP_URL: mail.url,
        MAIL_FROM: 'Tocsin <alarms@tocsin.example>',
        LOG_LEVEL: 'warn',
        WEBHOOK_NETWORKS: '127.0.0.0/8',
      },
    });
    const { url } = together.member('front').server;
    const api = await Api.signIn(url, admin.email, admin.password);
    const kills = (short ? shortPoints : points).flatMap((point) => Array.from({ length: times }, () => point));
    const plant = await makePlant(api, legs(kills.length * maxAlarms));
    // A new client's contact person is mailed each alarm by a rule; the points are to be reached by messages alone.
    await together.query('delete from email_rule');
    api.selection = `${plant.clientId},,`;
    const { id: pager } = await api.post<{ readonly id: number }>('webhooks/', {
      title: 'Pager',
      url: receivers.url,
      event_types: ['alarm_on'],
      policies_only: true,
    });
    const nights: Night[] = [];
    for (const i of kills.keys())
      nights.push(await makeNight(api, plant, plant.devices.slice(i * maxAlarms, (i + 1) * maxAlarms), pager));
    const raised: Raised[] = [];
    const died = new Map<string, number>();
    for (const [i, point] of kills.entries()) {
      const night = nights[i];
      if (!night) throw new Error('a kill without its people');
      if (await diesAtStart(together, point)) {
        died.set(point, (died.get(point) ?? 0) + 1);
        continue;
      }
      const victim = together.member('one').server;
      const mailbox = new Mailbox(mail.folder, night.first);
      for (const device of night.devices) {
        const leg = new PushingDevice(url, device, 1);
        await leg.birth();
        await leg.alarm(0);
        const event = await eventOf(together.query, device.id);
        // Nobody acknowledges what a process that died left undone: it must still be sent.
        const hasArrived = await arrived(together.query, mailbox, event, victim);
        const answeredAt =
          hasArrived && raised.length % 2 === 0 ? await acknowledgeDuringStep(together.query, api, event) : null;
        raised.push({ event, answeredAt });
        if (await victim.endedWithin(1_500)) {
          assertKilled(victim);
          died.set(point, (died.get(point) ?? 0) + 1);
          break;
        }
      }
    }
    await together.restart('one', 'kill');
    const drained = await isDrained(together.query, 180_000);
    // Whatever is still on its way would arrive now.
    await pause(3_000);
    return (
      (await report({
        query: together.query,
        received: await receivedBy(mail.folder, nights),
        posted: receivers.arrivals,
        deliveries: await deliveriesOf(together.query),
        raised,
        died,
        points: [...new Set(kills)],
        times,
      })) && drained
    );
  } finally {
    await together?.stop();
    await Promise.all([mail.stop(), receivers.stop()]);
    nats.stop();
    await database.stop();
  }
}

/** A process that ended for another reason proves nothing. */
function assertKilled(victim: TocsinServer): void {
  if (victim.endedBy !== 'SIGKILL') throw new Error(`the process ended by itself:\n${victim.log()}`);
}

/** Devices with people and a policy of their own, so that nobody gets so many messages that they are gathered. */
interface Night {
  readonly first: string;
  readonly second: string;
  readonly devices: readonly PlantDevice[];
}

async function makeNight(api: Api, plant: Plant, devices: readonly PlantDevice[], pager: number): Promise<Night> {
  const [ann, ben] = [await makePerson(api, plant, 'User'), await makePerson(api, plant, 'Engineer')];
  api.selection = `${plant.clientId},,`;
  const person = (id: number) => ({ kind: 'person', id });
  const webhook = { kind: 'webhook', id: pager };
  await api.post('escalation-policies/', {
    title: `Night of ${devices[0]?.title}`,
    event_types: ['alarm_on'],
    location: plant.siteId,
    devices: devices.map(({ id }) => id),
    steps: [
      { after_minutes: 0, targets: [person(ann.id)] },
      { after_minutes: 1, targets: [person(ben.id), webhook] },
    ],
  });
  return { first: ann.email, second: ben.email, devices };
}

async function receivedBy(folder: string, nights: readonly Night[]): Promise<readonly string[]> {
  const mails = await Promise.all(
    nights.flatMap(({ first, second }) => [new Mailbox(folder, first).all(), new Mailbox(folder, second).all()]),
  );
  return mails.flat().map(({ messageId }) => messageId);
}

/** Restarts the process that is to die at a point; true: what the last kill left led it there during the start. */
async function diesAtStart(together: Together, point: string): Promise<boolean> {
  try {
    await together.restart('one', 'stop', { TOCSIN_KILL_AT: `${point}:1` });
    return false;
  } catch (error) {
    if (together.member('one').server.endedBy === 'SIGKILL') return true;
    throw error;
  }
}

/**
 * Puts the beginning of an escalation a minute back, so that its second step is due now, and acknowledges at any moment
 * around it. Returns when the answer had come.
 */
async function acknowledgeDuringStep(query: Query, api: Api, event: number): Promise<number> {
  await query(
    `update escalation set started_at = started_at - interval '1 minute', next_at = next_at - interval '1 minute'
     where event_id = $1 and next_step = 1 and state = 'running'`,
    [event],
  );
  await pause(randomInt(1_300));
  await api.post(`notifications/${event}/acknowledge/`, { comment: '' });
  return Date.now();
}

/** The device's alarm, once it is stored. */
async function eventOf(query: Query, deviceId: number): Promise<number> {
  for (let n = 0; n < 300; n++) {
    const [row] = await query<{ id: string }>(`select id from event where device_id = $1 and type = 'alarm_on'`, [
      deviceId,
    ]);
    if (row) return Number(row.id);
    await pause(100);
  }
  throw new Error(`no alarm of device ${deviceId}`);
}

/** Waits until the first message about an event was received; false: the process died before. */
async function arrived(query: Query, mailbox: Mailbox, event: number, victim: TocsinServer): Promise<boolean> {
  for (let n = 0; n < 900; n++) {
    const [row] = await query<{ message_id: string }>(
      'select ml.message_id from message m join mail ml on ml.id = m.mail_id where m.event_id = $1',
      [event],
    );
    if (row && (await mailbox.all()).some(({ messageId }) => isOf(messageId, row.message_id))) return true;
    if (await victim.endedWithin(0)) return false;
    await pause(100);
  }
  throw new Error(`no message about event ${event}`);
}

/** The wire adds the installation to the stored id: `<message-7.installation@host>`. */
const isOf = (wire: string, stored: string): boolean =>
  wire.startsWith(`${stored.split('@')[0]}.`) || wire.startsWith(`${stored.split('@')[0]}@`);

/** Waits until no step is due and no message is queued. */
async function isDrained(query: Query, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs;
  for (;;) {
    const [row] = await query<{
      left: number;
    }>(`select (select count(*)::int from pending_event where audience = 'policies')
      + (select count(*)::int from escalation where next_at is not null and next_step < 2)
      + (select count(*)::int from message where state in ('pending', 'sending'))
      + (select count(*)::int from webhook_delivery where state in ('pending', 'sending')) as left`);
    if (row?.left === 0) return true;
    if (Date.now() > until) return false;
    await pause(500);
  }
}

interface Receipt {
  readonly event_id: string;
  readonly step: number;
  readonly message_id: string;
  readonly began_at: Date | null;
  readonly state: string;
}

async function report({
  query,
  received,
  posted,
  deliveries,
  raised,
  died,
  points: killed,
  times,
}: {
  readonly query: Query;
  /** Message-IDs, once for each time that they were received. */
  readonly received: readonly string[];
  /** What the webhook's receiver took. */
  readonly posted: readonly Arrival[];
  readonly deliveries: readonly DeliveryFact[];
  readonly raised: readonly Raised[];
  readonly died: ReadonlyMap<string, number>;
  readonly points: readonly string[];
  readonly times: number;
}): Promise<boolean> {
  const messages = await query<Receipt>(`select m.event_id, m.step, ml.message_id, m.began_at, m.state
    from message m join mail ml on ml.id = m.mail_id`);
  const count = (step: number, isAcknowledged: boolean) => {
    let [arrivals, again, missing, ids] = [0, 0, 0, 0];
    for (const { event } of raised.filter((one) => (one.answeredAt !== null) === isAcknowledged)) {
      // Also cancelled ones: a process can die after the server's 250, and somebody acknowledge before it is tried again.
      const own = messages.filter((row) => Number(row.event_id) === event && row.step === step);
      const copies = own.map((row) => received.filter((wire) => isOf(wire, row.message_id)).length);
      arrivals += copies.filter((n) => n > 0).length;
      again += copies.reduce((sum, n) => sum + Math.max(0, n - 1), 0);
      missing += copies.some((n) => n > 0) ? 0 : 1;
      ids = Math.max(ids, own.length);
    }
    return { arrivals, again, missing, ids };
  };
  const [acknowledged, silent] = [true, false].map(
    (is) => raised.filter((one) => (one.answeredAt !== null) === is).length,
  );
  const [once, firstSilent, next, none] = [count(0, true), count(0, false), count(1, false), count(1, true)];
  const answered = new Map(raised.map(({ event, answeredAt }) => [event, answeredAt ?? Number.POSITIVE_INFINITY]));
  const late = messages.filter(
    ({ event_id, began_at }) => (began_at?.getTime() ?? 0) > (answered.get(Number(event_id)) ?? 0),
  ).length;
  const unbegun = messages.filter(
    (row) => row.began_at === null && received.some((wire) => isOf(wire, row.message_id)),
  ).length;
  const cancelled = messages.filter(({ state }) => state === 'cancelled').length;
  console.log('| killed at | kills | expected |\n|---|---|---|');
  for (const point of killed) console.log(`| ${point} | ${died.get(point) ?? 0} | ${times} |`);
  console.log(
    `\n| messages | due | arrived | missing | sent again, one Message-ID |\n|---|---|---|---|---|
| first step, then acknowledged | ${acknowledged} | ${once.arrivals} | ${once.missing} | ${once.again} |
| first step, nobody acknowledges | ${silent} | ${firstSilent.arrivals} | ${firstSilent.missing} | ${firstSilent.again} |
| second step, nobody acknowledges | ${silent} | ${next.arrivals} | ${next.missing} | ${next.again} |
| second step, begun before its acknowledgement | - | ${none.arrivals} | - | ${none.again} |
cancelled: ${cancelled}, begun after the answer to an acknowledgement: ${late}, received but never begun: ${unbegun}`,
  );
  const areDelivered = reportDeliveries(deliveries, posted, answered, died);
  const again = once.again + firstSilent.again + next.again + none.again;
  const missing = once.missing + firstSilent.missing + next.missing;
  // Any kill can fall between another mail's 250 and its mark: SMTP itself can do no better.
  return (
    missing === 0 &&
    areDelivered &&
    late === 0 &&
    unbegun === 0 &&
    again <= killed.reduce((sum, point) => sum + (died.get(point) ?? 0), 0) &&
    Math.max(once.ids, firstSilent.ids, next.ids, none.ids) === 1 &&
    killed.every((point) => (died.get(point) ?? 0) === times)
  );
}
