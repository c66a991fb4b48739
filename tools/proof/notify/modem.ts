// Text messages by a modem: the scripts of docs/ops between Tocsin and Gammu's SMS daemon (Debian's package gammu-smsd),
// whose modem is Gammu's own dummy. `npm run proof -- modem`.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePerson, makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { freePort } from '@tocsin/e2e/ports';
import { PushingDevice } from '@tocsin/e2e/pushing-device';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import pg from 'pg';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import { ownPostgres } from '../support/_postgres.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { compare, until } from '../support/_watch.ts';

export const hasShort = false;

/** A message that was refused waits for minutes before it is tried again. */
const hangsMs = 300_000;
const number = '+4915123456789';
const token = 'a token of sixteen signs';
const scripts = join(import.meta.dirname, '../../../docs/ops');

export async function run(_: ProofOptions): Promise<boolean | null> {
  if (spawnSync('gammu-smsd', ['--version']).status === null) {
    console.log('gammu-smsd is not installed (apt-get install gammu-smsd gammu): nothing was checked');
    return null;
  }
  const database = await ownPostgres();
  const server = await TocsinServer.start({
    env: { LOG_LEVEL: 'error', WEBHOOK_NETWORKS: '127.0.0.0/8', DATABASE_URL: database.url.href },
  });
  const modem = new Modem(await freePort());
  const query = new pg.Client({ connectionString: database.url.href });
  await query.connect();
  const kept: boolean[] = [];
  const check = (what: string, expected: unknown, got: unknown) => kept.push(compare(what, expected, got));
  const acknowledgedBy = async (event: number): Promise<string | null> =>
    (await query.query('select acknowledged_by as by from event where id = $1', [event])).rows[0]?.by;
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, legs(2));
    const person = await makePerson(api, plant, 'Engineer');
    api.selection = `${plant.clientId},,`;
    await api.post('escalation-policies/', {
      title: 'Night',
      event_types: ['alarm_on'],
      location: plant.siteId,
      steps: [{ after_minutes: 0, targets: [{ kind: 'person', id: person.id }] }],
    });
    const { secret } = await api.call<{ secret: string }>('PUT', 'sms-gateway/', {
      url: `http://127.0.0.1:${modem.port}/`,
      headers: [{ name: 'Authorization', value: `Bearer ${token}` }],
      body: '{"to":"{{to}}","text":"{{text}}","id":"{{id}}"}',
      id_field: 'id',
    });
    await modem.begin(`${server.url}/api/v1/sms-gateway/inbound/`, secret);

    const own = await Api.signIn(server.url, person.email, person.password);
    const { id } = await own.post<{ id: number }>('contact-methods/', {
      kind: 'sms',
      number,
      password: person.password,
    });
    const code = /\b\d{6}\b/.exec(await modem.sent((text) => /\b\d{6}\b/.test(text)))?.[0] ?? '';
    const { state } = await own.post<{ state: string }>(`contact-methods/${id}/verify/`, { code });
    check('a number is verified by the code that the modem sent', 'verified', state);

    const alarm = async (device: PlantDevice | undefined): Promise<number> => {
      if (!device) throw new Error('the plant lacks a device');
      const leg = new PushingDevice(server.url, device, 1);
      await leg.birth();
      await leg.alarm(0);
      for (;;) {
        const text = `select id from event where device_id = $1 and type = 'alarm_on'`;
        const { rows } = await query.query<{ id: string }>(text, [device.id]);
        if (rows[0]) return Number(rows[0].id);
        await pause(100);
      }
    };
    const event = await alarm(plant.devices[0]);
    const text = await modem.sent((each) => each.includes('Leg 1'));
    check('an alarm is sent with its code', true, codeIn(text) !== '');
    modem.receives('+15550001', `Seen ${codeIn(text)}`);
    await pause(3_000);
    check("a stranger's reply acknowledges nothing", null, await acknowledgedBy(event));
    modem.receives(number, `Seen ${codeIn(text)}`);
    check(
      'the reply of the number acknowledges',
      'Pat Engineer',
      await until(() => acknowledgedBy(event), 'Pat Engineer'),
    );

    await modem.stopScript();
    const waiting = await alarm(plant.devices[1]);
    const stateOf = async (): Promise<string> =>
      (await query.query(`select state from message where event_id = $1 and method = 'sms'`, [waiting])).rows[0]?.state;
    await pause(3_000);
    check('the message waits while the script is dead', 'pending', await stateOf());
    modem.startScript();
    check('and is sent when it is back', true, codeIn(await modem.sent((each) => each.includes('Leg 2'))) !== '');
    return kept.every(Boolean);
  } finally {
    await modem.stop();
    await query.end();
    await server.remove();
    await database.stop();
  }
}

const codeIn = (text: string): string => /Reply (\d{6}) /.exec(text)?.[1] ?? '';

/** Gammu's SMS daemon with a dummy modem, and the script before it. */
class Modem {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tocsin-modem-'));
  #daemon: ChildProcess | null = null;
  #script: ChildProcess | null = null;

  constructor(port: number) {
    this.port = port;
    for (const name of ['phone/sms/1', 'inbox', 'outbox', 'sent', 'error'])
      mkdirSync(join(this.#folder, name), { recursive: true });
    writeFileSync(this.#smsdrc, configOf(this.#folder));
  }

  /** Starts both and waits until the script answers: a code of verification is tried once only. */
  async begin(inbound: string, secret: string): Promise<void> {
    const env = { ...process.env, TOCSIN_INBOUND: inbound, TOCSIN_SMS_SECRET: secret };
    this.#daemon = spawn('gammu-smsd', ['-c', this.#smsdrc], { stdio: 'ignore', env });
    this.startScript();
    const answers = () =>
      fetch(`http://127.0.0.1:${this.port}/`).then(
        ({ status }) => status,
        () => null,
      );
    if ((await until(answers, 403, hangsMs)) !== 403) throw new Error('the script does not answer');
  }

  startScript(): void {
    const env = { ...process.env, MODEM_TOKEN: token, MODEM_SMSDRC: this.#smsdrc };
    const file = join(scripts, 'sms-modem.mjs');
    this.#script = spawn(process.execPath, [file, String(this.port)], { stdio: 'ignore', env });
  }

  async stopScript(): Promise<void> {
    await ended(this.#script);
    this.#script = null;
  }

  /** A text that the modem sent, once it has. Gammu names texts by the second: the files cannot be counted. */
  async sent(isIt: (text: string) => boolean): Promise<string> {
    const folder = join(this.#folder, 'sent');
    const end = Date.now() + hangsMs;
    for (;;) {
      const texts = readdirSync(folder).map((name) => textOf(readFileSync(join(folder, name), 'utf8')));
      const text = texts.find(isIt);
      if (text !== undefined) return text;
      if (Date.now() > end) throw new Error(`the modem sent only: ${texts.join(' | ')}`);
      await pause(100);
    }
  }

  /** A text arrives at the modem. */
  receives(from: string, text: string): void {
    const saved = ['--savesms', 'TEXT', '-folder', '1', '-unread', '-sender', from, '-textutf8', text];
    const { status, stderr, stdout } = spawnSync('gammu', ['-c', this.#smsdrc, ...saved], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`no text could be put into the modem: ${stdout}${stderr}`);
  }

  async stop(): Promise<void> {
    await Promise.all([ended(this.#daemon), ended(this.#script)]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #smsdrc(): string {
    return join(this.#folder, 'smsdrc');
  }
}

async function ended(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** The text of a message that Gammu stores: its parts, each in UCS-2 as hexadecimal digits. */
const textOf = (backup: string): string =>
  [...backup.matchAll(/^Text\d+ = ([0-9A-F]+)$/gm)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le'))
    .join('');

const configOf = (folder: string): string => `
[gammu]
device = ${folder}/phone
model = dummy
connection = none

[smsd]
service = files
inboxpath = ${folder}/inbox/
outboxpath = ${folder}/outbox/
sentsmspath = ${folder}/sent/
errorsmspath = ${folder}/error/
runonreceive = ${scripts}/sms-modem-received.sh
loopsleep = 1
commtimeout = 1
receivefrequency = 1
statusfrequency = 0
checkbattery = 0
checksignal = 0
checknetwork = 0
checksecurity = 0
`;
