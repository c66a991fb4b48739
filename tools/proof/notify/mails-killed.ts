// Kills the server with SIGKILL between an event and its e-mail, twenty times at random and twenty times exactly
// between the SMTP server's 250 and the mark in the database. No e-mail may be missing; duplicates are printed, at most
// one for each kill of the second kind, with the same Message-ID. `npm run proof -- mails-killed [kills of each kind]`.
import { Api } from '@tocsin/e2e/api';
import { Mailbox, startMailServer } from '@tocsin/e2e/mailbox';
import { makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = true;

const address = 'night-shift@plant.example';
const sensors = 10;
/** Devices alarm in turns and each has a rule of its own, so that no rule groups them. */
const deviceCount = 6;

export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const kills = short ? 1 : Number(args[0] ?? 20);
  const mail = await startMailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Tocsin <alarms@tocsin.example>', LOG_LEVEL: 'warn' };
  const first = await TocsinServer.start({ env });
  let killing: TocsinServer | null = null;
  try {
    const api = await Api.signIn(first.url, admin.email, admin.password);
    const { devices } = await makePlant(api, legs(deviceCount));
    const senders = devices.map((device) => new Sender(device));
    const rules: number[] = [];
    for (const [i, device] of devices.entries()) {
      await senders[i]?.birth(first.url);
      const rule = { delivery_method: 'Email', event_type: 'alarm', contact_when: 0, all_devices: false };
      const to = { send_to_alternative: true, alternative_contact: address };
      rules.push(
        (await api.post<{ readonly id: number }>('notification-settings/', { ...rule, ...to, devices: [device.id] }))
          .id,
      );
    }
    const plant = { api, rules, folder: mail.folder };
    const turn = async (n: number) => await senders[n % deviceCount]?.turn(first.url, Math.floor(n / deviceCount));

    for (let i = 0; i < kills; i++) {
      await turn(i);
      // From before the rules are evaluated to after the mail is marked.
      await pause(Math.random() * 150);
      await first.kill();
      await first.start();
    }
    // Sends what these kills left, so that it does not affect the exact ones.
    const random = await settled(plant);
    await first.stop();

    let died = 0;
    let early = 0;
    for (let i = 0; i < kills; i++) {
      // From the second time on the mail of the previous kill comes first: it is sent again and marked.
      killing = TocsinServer.restartOf(first, { ...env, TOCSIN_KILL_AT: i === 0 ? 'mailed:1' : 'mailed:2' });
      if (!(await isUp(killing))) early += 1;
      // Its mail can be out, and the server dead, before the device has its answer.
      else await turn(kills + i).catch(() => undefined);
      if (await killing.endedWithin(150_000)) died += 1;
      else await killing.kill();
    }
    await first.start();
    const all = await settled(plant);
    print([
      ['kills', 'number', 'events', 'without a mail', 'mails', 'sent twice, one Message-ID', 'may be'],
      [
        'at random, 0 to 150 ms after the commit',
        kills,
        random.events,
        random.missing,
        random.mails,
        random.twice,
        kills,
      ],
      [
        `between the 250 and our mark${early > 0 ? ` (${early} before it was ready)` : ''}`,
        died,
        all.events - random.events,
        all.missing,
        all.mails - random.mails,
        all.twice - random.twice,
        died,
      ],
    ]);
    return (
      random.missing + all.missing === 0 &&
      died === kills &&
      random.twice <= kills &&
      all.twice - random.twice <= died &&
      all.events > 0
    );
  } finally {
    await killing?.kill();
    await first.remove();
    await mail.stop();
  }
}

/** Returns false when the process ended before it was ready, because the previous mail reached the fault point. */
async function isUp(server: TocsinServer): Promise<boolean> {
  try {
    await server.start();
    return true;
  } catch (error) {
    if (await server.endedWithin(0)) return false;
    throw error;
  }
}

function print(table: readonly (readonly (string | number)[])[]): void {
  const widths = (table[0] ?? []).map((_, i) => Math.max(...table.map((line) => String(line[i]).length)));
  for (const line of table)
    console.log(
      line
        .map((cell, i) => String(cell).padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** One device whose contacts open and close in turns: each step is one event with its own sensor, kind and moment. */
class Sender {
  readonly #device: PlantDevice;
  #seq = 0;
  readonly #on = new Set<number>();

  constructor(device: PlantDevice) {
    this.#device = device;
  }

  async birth(url: string): Promise<void> {
    const list = Array.from({ length: sensors }, (_, i) => ({ id: `600${i}`, name: `Contact ${i}`, type: 'BOOL' }));
    await this.#post(url, 'birth', { ts: Date.now(), groups: [{ id: '6', name: 'Pulley', sensors: list }] });
    await this.#frame(url);
  }

  async turn(url: string, n: number): Promise<void> {
    const which = n % sensors;
    if (!this.#on.delete(which)) this.#on.add(which);
    await this.#frame(url);
  }

  #frame(url: string): Promise<void> {
    const v = Array.from({ length: sensors }, () => 1);
    return this.#post(url, 'data', { ts: Date.now(), seq: this.#seq++, v, alarm: [...this.#on] });
  }

  async #post(url: string, kind: 'birth' | 'data', body: object): Promise<void> {
    const { serial, code, address: at } = this.#device;
    const answer = await fetch(`${url}/api/v1/ingest/${at}/${kind}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${serial}:${code}`).toString('base64')}` },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`${kind}: ${answer.status} ${await answer.text()}`);
  }
}

/** Where the events and their mails are. */
interface MailPlant {
  readonly api: Api;
  readonly rules: readonly number[];
  readonly folder: string;
}
interface MailFigures {
  readonly events: number;
  /** Events without a mail. */
  readonly missing: number;
  readonly mails: number;
  readonly twice: number;
}
interface RuleMails {
  readonly results: readonly { readonly state: string }[];
}
/** A row of the log. */
interface LogRow {
  readonly event_type: 'alarm_on' | 'alarm_off';
  readonly date_created: string;
  readonly sensor_name: string;
}

/**
 * Waits until every event of the log has its mail, or until the time limit. Mails name the moments of their events in
 * their links.
 */
async function settled({ api, rules, folder }: MailPlant): Promise<MailFigures> {
  const mailbox = new Mailbox(folder, address);
  const until = Date.now() + 180_000;
  let events: readonly LogRow[] = [];
  let missing: readonly LogRow[] = [];
  for (;;) {
    events = (
      await api.get<{ readonly results: readonly LogRow[] }>('notifications/?limit=1000&event_type=alarm_on,alarm_off')
    ).results;
    const bodies = (await mailbox.all()).map((one) => one.text);
    missing = events.filter((row) => !bodies.some((text) => names(text, row)));
    let queued = 0;
    for (const rule of rules) {
      const { results } = await api.get<RuleMails>(`notification-settings/${rule}/mails/?limit=1000`);
      queued += results.filter((one) => one.state === 'queued').length;
    }
    if ((missing.length === 0 && queued === 0 && events.length > 0) || Date.now() > until) break;
    await pause(1_000);
  }
  // Remaining mails would arrive now.
  await pause(3_000);
  const byId = new Map<string, string[]>();
  const mails = await mailbox.all();
  for (const one of mails) byId.set(one.messageId, [...(byId.get(one.messageId) ?? []), one.subject]);
  const repeated = [...byId].filter(([, all]) => all.length > 1);
  for (const [id, all] of repeated) console.log(`  ${all.length} times ${id} ${all[0]}`);
  for (const row of missing) console.log(`  no mail: ${row.date_created} ${row.event_type} ${row.sensor_name}`);
  const twice = repeated.reduce((sum, [, all]) => sum + all.length - 1, 0);
  return { events: events.length, missing: missing.length, mails: mails.length, twice };
}

const kinds = { alarm_on: 'ALARM', alarm_off: 'Alarm cleared' };
/** The mail of one event links to its moment; one of several lists each with its kind and sensor. */
function names(text: string, row: LogRow): boolean {
  const at = Date.parse(row.date_created);
  if (!text.includes(kinds[row.event_type]) || !text.includes(row.sensor_name)) return false;
  if (text.includes(`/snapshot/${at}`)) return true;
  return text.includes('notifications, first') && text.includes(clock(at));
}
const clock = (at: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', timeStyle: 'medium', hourCycle: 'h23' }).format(at);
