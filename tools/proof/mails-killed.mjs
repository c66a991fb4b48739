// Shows 5 of issue 7: the server is killed with SIGKILL between an event and its e-mail, twenty times at random and twenty
// times exactly between the SMTP server's 250 and our mark. No e-mail is missing; those that came twice are printed, at
// most one for each kill of the second kind, with the same Message-ID. `npm run proof -- mails-killed [kills of each kind]`.
import { Api } from '@tocsin/e2e/api';
import { Mailbox, startMailServer } from '@tocsin/e2e/mailbox';
import { makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';

export const hasShort = true;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const address = 'night-shift@plant.example';
const sensors = 10;

export async function run({ short, args }) {
  const kills = short ? 1 : Number(args[0] ?? 20);
  const mail = await startMailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Tocsin <alarms@tocsin.example>', LOG_LEVEL: 'warn' };
  const first = await TocsinServer.start({ env });
  let killing = null;
  try {
    const api = await Api.signIn(first.url, admin.email, admin.password);
    const { devices } = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
    const device = new Sender(devices[0]);
    await device.birth(first.url);
    const rule = { delivery_method: 'Email', event_type: 'alarm', contact_when: 0, all_devices: true };
    const made = await api.post('notification-settings/', {
      ...rule,
      send_to_alternative: true,
      alternative_contact: address,
    });

    for (let i = 0; i < kills; i++) {
      await device.turn(first.url, i);
      // From before the rules are asked to after the mail is marked.
      await pause(Math.random() * 60);
      await first.kill();
      await first.start();
    }
    console.log(`killed ${kills} times at random after an event's commit`);
    // What these kills left is sent, so that nothing of theirs meets the exact ones.
    await pause(30_000);
    await first.stop();

    let died = 0;
    for (let i = 0; i < kills; i++) {
      // From the second time on the mail of the time before comes first: sent once more, and marked.
      killing = TocsinServer.restartOf(first, { ...env, TOCSIN_KILL_AT: i === 0 ? 'mailed:1' : 'mailed:2' });
      await killing.start();
      // Its mail can be out, and the server dead, before the device has its answer.
      await device.turn(killing.url, kills + i).catch(() => undefined);
      if (await killing.endedWithin(150_000)) died += 1;
      else await killing.kill();
    }
    console.log(`killed ${died} of ${kills} times between the 250 and our mark`);

    await first.start();
    const kept = await check(made.id, api, mail.folder, died);
    return kept && died === kills;
  } finally {
    await killing?.kill();
    await first.remove();
    await mail.stop();
  }
}

/** One device whose contacts open and close by turns: each step is one event, of a sensor and kind of its own moment. */
class Sender {
  #device;
  #seq = 0;
  #on = new Set();

  constructor(device) {
    this.#device = device;
  }

  async birth(url) {
    const list = Array.from({ length: sensors }, (_, i) => ({ id: `600${i}`, name: `Contact ${i}`, type: 'BOOL' }));
    await this.#post(url, 'birth', { ts: Date.now(), groups: [{ id: '6', name: 'Pulley', sensors: list }] });
    await this.#frame(url);
  }

  async turn(url, n) {
    const which = n % sensors;
    if (!this.#on.delete(which)) this.#on.add(which);
    await this.#frame(url);
  }

  #frame(url) {
    const v = Array.from({ length: sensors }, () => 1);
    return this.#post(url, 'data', { ts: Date.now(), seq: this.#seq++, v, alarm: [...this.#on] });
  }

  async #post(url, kind, body) {
    const { serial, code, address: at } = this.#device;
    const answer = await fetch(`${url}/api/v1/ingest/${at}/${kind}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${serial}:${code}`).toString('base64')}` },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`${kind}: ${answer.status} ${await answer.text()}`);
  }
}

/** The log's events against the received mails: by their links each mail names the moments of its events. */
async function check(rule, api, folder, exactKills) {
  const mailbox = new Mailbox(folder, address);
  const until = Date.now() + 180_000;
  let missing = [];
  for (;;) {
    const { results } = await api.get('notifications/?limit=1000&event_type=alarm_on,alarm_off');
    const bodies = (await mailbox.all()).map((one) => one.text);
    missing = results.filter((row) => !bodies.some((text) => names(text, row)));
    // A dead process's jobs are freed within a minute: what it had not marked is sent once more.
    const queued = (await api.get(`notification-settings/${rule}/mails/?limit=1000`)).results.filter(
      (one) => one.state === 'queued',
    );
    console.log(
      `events ${results.length}, mails ${bodies.length}, events without a mail ${missing.length}, queued ${queued.length}`,
    );
    if (missing.length === 0 && queued.length === 0 && results.length > 0) break;
    if (Date.now() > until) break;
    await pause(5_000);
  }
  // What is still on its way would come now.
  await pause(5_000);
  const byId = new Map();
  for (const one of await mailbox.all()) byId.set(one.messageId, [...(byId.get(one.messageId) ?? []), one.subject]);
  const twice = [...byId].filter(([, all]) => all.length > 1);
  for (const [id, all] of twice) console.log(`  ${all.length} times ${id} ${all[0]}`);
  const extra = twice.reduce((sum, [, all]) => sum + all.length - 1, 0);
  console.log(`missing ${missing.length}, sent twice ${extra}, at most ${exactKills} may be`);
  return missing.length === 0 && extra <= exactKills;
}

const kinds = { alarm_on: 'ALARM', alarm_off: 'Alarm cleared' };
/** A mail of one event links to its moment; one of several lists each with its kind and sensor. */
function names(text, row) {
  const at = Date.parse(row.date_created);
  if (!text.includes(kinds[row.event_type]) || !text.includes(row.sensor_name)) return false;
  if (text.includes(`/snapshot/${at}`)) return true;
  return text.includes('notifications, first') && text.includes(clock(at));
}
const clock = (at) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', timeStyle: 'medium', hourCycle: 'h23' }).format(at);
