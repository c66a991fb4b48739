// Escalations across kills: two processes run them, a real SMTP server receives, and one of the processes is killed at
// named points. Half of the alarms are acknowledged when their first message has arrived. Every due message must arrive,
// none twice under two Message-IDs, and none may be begun after the commit of an acknowledgement.
// `npm run proof -- on-call [kills at each point]`.
import { Api } from '@tocsin/e2e/api';
import { Mailbox, startMailServer } from '@tocsin/e2e/mailbox';
import { makePerson, makePlant } from '@tocsin/e2e/plant';
import { PushingDevice } from '@tocsin/e2e/pushing-device';
import { admin } from '@tocsin/e2e/server';
import { legs } from './_legs.ts';
import { pause } from './_pause.ts';
import type { ProofOptions } from './_proof.ts';
import { machineDatabase, type Query, startNats, startTogether, type Together } from './_together.ts';

export const hasShort = true;

const points = ['escalation-started', 'step-written', 'step-committed', 'mail-begun', 'mailed'] as const;
const shortPoints = ['step-written', 'mailed'] as const;
/** Alarms that are raised until one of them has ended the process. */
const mostAlarms = 6;

interface Raised {
  readonly event: number;
  readonly isAcknowledged: boolean;
}

export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const times = short ? 1 : Number(args[0] ?? 4);
  const database = await machineDatabase();
  const nats = await startNats();
  const mail = await startMailServer();
  let together: Together | null = null;
  try {
    together = await startTogether({
      database,
      nats,
      roles: { front: 'web,ingest', one: 'jobs', two: 'jobs' },
      more: { SMTP_URL: mail.url, MAIL_FROM: 'Tocsin <alarms@tocsin.example>', LOG_LEVEL: 'warn' },
    });
    const { url } = together.member('front').server;
    const api = await Api.signIn(url, admin.email, admin.password);
    const kills = (short ? shortPoints : points).flatMap((point) => Array.from({ length: times }, () => point));
    const plant = await makePlant(api, legs(kills.length * mostAlarms));
    const [ann, ben] = [await makePerson(api, plant, 'User'), await makePerson(api, plant, 'Engineer')];
    api.selection = `${plant.clientId},,`;
    const step = (after_minutes: number, id: number) => ({ after_minutes, targets: [{ kind: 'person', id }] });
    await api.post('escalation-policies/', {
      title: 'Night',
      event_types: ['alarm_on'],
      location: plant.siteId,
      steps: [step(0, ann.id), step(1, ben.id)],
    });
    const first = new Mailbox(mail.folder, ann.email);
    const second = new Mailbox(mail.folder, ben.email);
    const raised: Raised[] = [];
    const died = new Map<string, number>();
    for (const point of kills) {
      await together.restart('one', 'stop', { TOCSIN_KILL_AT: `${point}:1` });
      const victim = together.member('one').server;
      for (let n = 0; n < mostAlarms; n++) {
        const device = plant.devices[raised.length];
        if (!device) throw new Error('too few devices');
        const leg = new PushingDevice(url, device, 1);
        await leg.birth();
        await leg.alarm(0);
        const event = await eventOf(together.query, device.id);
        await arrived(together.query, first, event);
        // Acknowledged by a statement of its own, whose commit time is compared below.
        const isAcknowledged = raised.length % 2 === 0;
        if (isAcknowledged) await api.post(`notifications/${event}/acknowledge/`, { comment: '' });
        raised.push({ event, isAcknowledged });
        if (await victim.endedWithin(1_500)) {
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
      (await report({ query: together.query, first, second, raised, died, points: [...new Set(kills)], times })) &&
      drained
    );
  } finally {
    await together?.stop();
    await mail.stop();
    nats.stop();
    await database.stop();
  }
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

/** Waits until the first message about an event was received. */
async function arrived(query: Query, mailbox: Mailbox, event: number): Promise<void> {
  for (let n = 0; n < 900; n++) {
    const [row] = await query<{ message_id: string }>(
      'select ml.message_id from message m join mail ml on ml.id = m.mail_id where m.event_id = $1',
      [event],
    );
    if (row && (await mailbox.all()).some(({ messageId }) => isOf(messageId, row.message_id))) return;
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
    const [row] = await query<{ left: number }>(`select (select count(*)::int from pending_escalation)
      + (select count(*)::int from escalation where next_at is not null and next_step < 2)
      + (select count(*)::int from message where state in ('pending', 'sending')) as left`);
    if (row?.left === 0) return true;
    if (Date.now() > until) return false;
    await pause(500);
  }
}

interface Receipt {
  readonly event_id: string;
  readonly step: number;
  readonly message_id: string;
  readonly begun_late: boolean;
}

async function report({
  query,
  first,
  second,
  raised,
  died,
  points: killed,
  times,
}: {
  readonly query: Query;
  readonly first: Mailbox;
  readonly second: Mailbox;
  readonly raised: readonly Raised[];
  readonly died: ReadonlyMap<string, number>;
  readonly points: readonly string[];
  readonly times: number;
}): Promise<boolean> {
  const rows = await query<Receipt>(`select m.event_id, m.step, ml.message_id,
      coalesce(m.began_at > to_timestamp(e.acknowledged_at / 1000.0) + interval '1 second', false) as begun_late
    from message m join mail ml on ml.id = m.mail_id join event e on e.id = m.event_id
    where m.state <> 'cancelled'`);
  const received = [...(await first.all()), ...(await second.all())].map(({ messageId }) => messageId);
  const count = (step: number, isAcknowledged: boolean) => {
    let [arrivals, again, missing, ids] = [0, 0, 0, 0];
    for (const { event } of raised.filter((one) => one.isAcknowledged === isAcknowledged)) {
      const own = rows.filter((row) => Number(row.event_id) === event && row.step === step);
      const copies = own.map((row) => received.filter((wire) => isOf(wire, row.message_id)).length);
      arrivals += copies.filter((n) => n > 0).length;
      again += copies.reduce((sum, n) => sum + Math.max(0, n - 1), 0);
      missing += copies.some((n) => n > 0) ? 0 : 1;
      ids = Math.max(ids, own.length);
    }
    return { arrivals, again, missing, ids };
  };
  const [acknowledged, silent] = [true, false].map((is) => raised.filter((one) => one.isAcknowledged === is).length);
  const [once, firstSilent, next, none] = [count(0, true), count(0, false), count(1, false), count(1, true)];
  const late = rows.filter((row) => row.begun_late).length;
  console.log('| killed at | kills | expected |\n|---|---|---|');
  for (const point of killed) console.log(`| ${point} | ${died.get(point) ?? 0} | ${times} |`);
  console.log(
    `\n| messages | due | arrived | missing | sent again, one Message-ID |\n|---|---|---|---|---|
| first step, then acknowledged | ${acknowledged} | ${once.arrivals} | ${once.missing} | ${once.again} |
| first step, nobody acknowledges | ${silent} | ${firstSilent.arrivals} | ${firstSilent.missing} | ${firstSilent.again} |
| second step, nobody acknowledges | ${silent} | ${next.arrivals} | ${next.missing} | ${next.again} |
| second step after an acknowledgement | 0 | ${none.arrivals} | - | ${none.again} |
begun after the commit of an acknowledgement: ${late}`,
  );
  const again = once.again + firstSilent.again + next.again;
  const missing = once.missing + firstSilent.missing + next.missing;
  return (
    missing === 0 &&
    late === 0 &&
    none.arrivals === 0 &&
    again <= (died.get('mailed') ?? 0) &&
    Math.max(once.ids, firstSilent.ids, next.ids) === 1 &&
    killed.every((point) => (died.get(point) ?? 0) === times)
  );
}
