// Every channel under faults: two processes send the messages of each alarm by mail, push, SMS, a webhook of the person
// and a webhook of the client. Every fourth request or mail meets a fault, and one of the processes is killed while it
// hands messages over. What was written as sent, delivered and acknowledged is counted at both ends: nothing may be
// missing, and what came twice is bounded by lost answers and kills. Each event is then acknowledged by one channel.
// `npm run proof -- channels [kills at each point]`.
import { Api } from '@tocsin/e2e/api';
import { startMailServer } from '@tocsin/e2e/mailbox';
import { makePerson, makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { PushingDevice } from '@tocsin/e2e/pushing-device';
import { connectGateway, postWithRetry, type Reached, reach } from '@tocsin/e2e/reached';
import { Receivers } from '@tocsin/e2e/receivers';
import { admin } from '@tocsin/e2e/server';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import { ownPostgres } from '../support/_postgres.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { type Query, startNats, startTogether, type Together } from '../support/_together.ts';
import {
  type Answers,
  type Arrived,
  acknowledge,
  allArrived,
  type Channel,
  channels,
  confirm,
} from './_channel-arrivals.ts';
import { type CuttingSmtp, startCuttingSmtp } from './_cutting-smtp.ts';

export const hasShort = true;
export const mostlyWaits = true;

const points = ['message-begun', 'message-taken'] as const;
/** Alarms of one person; below the number from which messages are gathered. */
const alarmsEach = 8;
/** Retries of a message that meets several faults take minutes. */
const drainMs = 20 * 60_000;

export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const times = Number(args[0] ?? 4);
  const kills = short ? [] : points.flatMap((point) => Array.from({ length: times }, () => point));
  const database = await ownPostgres();
  const nats = await startNats();
  const mail = await startMailServer();
  const smtp = await startCuttingSmtp(mail.url);
  const receivers = await Receivers.start();
  let together: Together | null = null;
  try {
    together = await startTogether({
      database,
      nats,
      roles: { front: 'web,ingest', one: 'jobs', two: 'jobs' },
      more: {
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Tocsin <alarms@tocsin.example>',
        LOG_LEVEL: 'error',
        WEBHOOK_NETWORKS: '127.0.0.0/8',
      },
    });
    const { url } = together.member('front').server;
    const api = await Api.signIn(url, admin.email, admin.password);
    const secret = await connectGateway(api, receivers);
    const nightCount = Math.max(1, kills.length);
    const plant = await makePlant(api, legs(nightCount * alarmsEach));
    // A new client's contact person is mailed each alarm by a rule; here messages alone are counted.
    await together.query('delete from email_rule');
    await api.post('webhooks/', { title: 'All', url: `${receivers.url}/client`, event_types: ['alarm_on'] });
    const nights: { readonly reached: Reached; readonly devices: readonly PlantDevice[] }[] = [];
    for (let i = 0; i < nightCount; i++) {
      api.selection = `${plant.clientId},${plant.siteId},`;
      const person = await makePerson(api, plant, 'Engineer');
      const reached = await reach(url, person, receivers);
      const devices = plant.devices.slice(i * alarmsEach, (i + 1) * alarmsEach);
      api.selection = `${plant.clientId},,`;
      await postWithRetry(api, 'escalation-policies/', {
        title: `Night ${i + 1}`,
        event_types: ['alarm_on'],
        location: plant.siteId,
        devices: devices.map(({ id }) => id),
        steps: [{ after_minutes: 0, targets: [{ kind: 'person', id: person.id }] }],
      });
      nights.push({ reached, devices });
    }
    receivers.isFaulty = true;
    // A mail that met a fault waits for a minute.
    smtp.isFaulty = !short;
    const events: number[] = [];
    const died = new Map<string, number>();
    for (const [i, { devices }] of nights.entries()) {
      const point = kills[i];
      if (point) await together.restart('one', 'stop', { TOCSIN_KILL_AT: `${point}:1` }).catch(() => undefined);
      for (const device of devices) events.push(await alarm(url, device, together.query));
      if (!point) continue;
      const victim = together.member('one').server;
      if (!(await victim.endedWithin(60_000))) continue;
      if (victim.endedBy !== 'SIGKILL') throw new Error(`the process ended by itself:\n${victim.log()}`);
      died.set(point, (died.get(point) ?? 0) + 1);
    }
    if (kills.length > 0) await together.restart('one', 'kill');
    const isDrained = await drained(together.query);
    receivers.isFaulty = false;
    smtp.isFaulty = false;
    // What is still on its way arrives now.
    await pause(3_000);
    const before = await counts(together.query);
    const people = nights.map(({ reached }) => reached);
    const arrived = await allArrived(receivers, mail.folder, people);
    const answers = { url, secret };
    for (const one of arrived) await confirm(answers, one);
    const by = await acknowledgeAll(answers, events, { query: together.query, arrived });
    const after = await counts(together.query);
    return report({ events, before, after, arrived, by, receivers, smtp, died }, kills.length) && isDrained;
  } finally {
    await together?.stop();
    await receivers.stop();
    smtp.close();
    await mail.stop();
    nats.stop();
    await database.stop();
  }
}

async function alarm(url: string, device: PlantDevice, query: Query): Promise<number> {
  const leg = new PushingDevice(url, device, 1);
  await leg.birth();
  await leg.alarm(0);
  for (;;) {
    const [row] = await query<{ id: string }>(`select id from event where device_id = $1 and type = 'alarm_on'`, [
      device.id,
    ]);
    if (row) return Number(row.id);
    await pause(100);
  }
}

/** Waits until no step is due and nothing waits to be sent; false: it still does after twenty minutes. */
async function drained(query: Query): Promise<boolean> {
  const until = Date.now() + drainMs;
  for (;;) {
    const [row] = await query<{ left: number }>(`select (select count(*)::int from pending_event)
      + (select count(*)::int from webhook_delivery where state in ('pending', 'sending'))
      + (select count(*)::int from message where state in ('pending', 'sending')) as left`);
    if (row?.left === 0) return true;
    if (Date.now() > until) return false;
    await pause(500);
  }
}

interface Count {
  readonly rows: number;
  readonly sent: number;
  readonly delivered: number;
  readonly acknowledged: number;
  readonly failed: number;
}
type Counts = ReadonlyMap<Channel, Count>;

/** What the portal wrote, by channel. */
async function counts(query: Query): Promise<Counts> {
  const rows = await query<Count & { channel: Channel }>(`select method as channel, count(*)::int as rows,
      count(sent_at)::int as sent, count(delivered_at)::int as delivered,
      count(*) filter (where state = 'acknowledged')::int as acknowledged,
      count(*) filter (where state = 'failed')::int as failed
    from message group by method
    union all select 'client webhook', count(*)::int, count(*) filter (where state = 'delivered')::int,
      count(*) filter (where state = 'delivered')::int, 0, count(*) filter (where state = 'failed')::int
    from webhook_delivery`);
  return new Map(rows.map((row) => [row.channel, row]));
}

/** Has each event acknowledged by a message of mail, push, SMS and webhook in turn; returns how many by each. */
async function acknowledgeAll(
  answers: Answers,
  events: readonly number[],
  { query, arrived }: { readonly query: Query; readonly arrived: readonly Arrived[] },
): Promise<ReadonlyMap<Channel, number>> {
  const rows = await query<{ id: string; event_id: string }>('select id, event_id from message');
  const eventOf = new Map(rows.map(({ id, event_id }) => [Number(id), Number(event_id)]));
  const by = new Map<Channel, number>();
  for (const [i, event] of events.entries()) {
    const channel = channels[i % 4];
    const message = arrived.find((one) => one.channel === channel && eventOf.get(one.message ?? 0) === event);
    if (!channel || !message || !(await acknowledge(answers, message))) continue;
    by.set(channel, (by.get(channel) ?? 0) + 1);
    // The second press and the second reply are told that it is done.
    if (channel === 'sms' && (await acknowledge(answers, message))) throw new Error('a code worked twice');
  }
  return by;
}

interface Seen {
  readonly events: readonly number[];
  readonly before: Counts;
  readonly after: Counts;
  readonly arrived: readonly Arrived[];
  readonly by: ReadonlyMap<Channel, number>;
  readonly receivers: Receivers;
  readonly smtp: CuttingSmtp;
  readonly died: ReadonlyMap<string, number>;
}

function report(seen: Seen, expectedKills: number): boolean {
  const { events, before, after, arrived, by, receivers, smtp, died } = seen;
  const due = events.length;
  const kills = [...died.values()].reduce((sum, n) => sum + n, 0);
  const lost = (receivers.met.get('lost answer') ?? 0) + smtp.met.lost;
  let [isKept, doubled] = [kills === expectedKills, 0];
  console.log('| channel | due | arrived | missing | again | sent | failed | delivered | acknowledged by it |');
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const channel of channels) {
    const keys = arrived.filter((one) => one.channel === channel).map(({ key }) => key);
    const different = new Set(keys).size;
    const again = keys.length - different;
    doubled += again;
    const [first, last] = [before.get(channel), after.get(channel)];
    const isAnswered = channel !== 'client webhook';
    const acknowledged = isAnswered ? `${by.get(channel) ?? 0}, of all ${last?.acknowledged ?? 0}` : '-';
    console.log(
      `| ${channel} | ${due} | ${different} | ${due - different} | ${again} | ${first?.sent} | ${first?.failed} | ${last?.delivered} | ${acknowledged} |`,
    );
    isKept &&= different === due && first?.rows === due && first.sent === due && first.failed === 0;
    // One answer acknowledges every message about the event to that person.
    isKept &&= !isAnswered || (last?.acknowledged === due && by.get(channel) === due / 4);
    // A mail server confirms nothing.
    isKept &&= channel === 'email' || last?.delivered === due;
  }
  const faults = [...receivers.met].map(([fault, n]) => `${fault} ${n}`).join(', ');
  console.log(`
faults met by requests: ${faults}; by mails: cut ${smtp.met.cut}, lost answer ${smtp.met.lost}
kills: ${[...died].map(([point, n]) => `${point} ${n}`).join(', ') || 'none'} of ${expectedKills}
came again: ${doubled}, at most ${lost + kills} expected (a lost answer or a kill each)
acknowledged: ${[...by.values()].reduce((sum, n) => sum + n, 0)} of ${due} events`);
  return isKept && doubled <= lost + kills && [...by.values()].reduce((sum, n) => sum + n, 0) === due;
}
