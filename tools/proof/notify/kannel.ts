// Text messages by Kannel (Debian's package kannel), an SMS gateway that calls and is called by GET only: its smsbox takes
// our messages, its bearerbox hands them to an SMS centre of ours, and delivery reports and replies come back by its own
// requests. `npm run proof -- kannel`.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePerson, makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { freePort } from '@tocsin/e2e/ports';
import { PushingDevice } from '@tocsin/e2e/pushing-device';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { portOf } from '@tocsin/simulator/port-of';
import pg from 'pg';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import { ownPostgres } from '../support/_postgres.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { compare, until } from '../support/_watch.ts';

export const hasShort = true;

const number = '+4915123456789';

export async function run(_: ProofOptions): Promise<boolean | null> {
  if (spawnSync('smsbox', ['--version']).status === null) {
    console.log('smsbox is not installed (apt-get install kannel): nothing was checked');
    return null;
  }
  const database = await ownPostgres();
  const server = await TocsinServer.start({
    env: { LOG_LEVEL: 'error', WEBHOOK_NETWORKS: '127.0.0.0/8', DATABASE_URL: database.url.href },
  });
  const centre = await SmsCentre.start();
  const kannel = await Kannel.make(centre.url);
  const query = new pg.Client({ connectionString: database.url.href });
  await query.connect();
  const stateOf = async (event: number): Promise<string> =>
    (await query.query(`select state from message where event_id = $1 and method = 'sms'`, [event])).rows[0]?.state;
  const isAcknowledged = async (event: number): Promise<boolean> =>
    (await query.query('select acknowledged_at from event where id = $1', [event])).rows[0]?.acknowledged_at !== null;
  const kept: boolean[] = [];
  const check = (what: string, expected: unknown, got: unknown) => kept.push(compare(what, expected, got));
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, legs(3));
    const person = await makePerson(api, plant, 'Engineer');
    api.selection = `${plant.clientId},,`;
    await api.post('escalation-policies/', {
      title: 'Night',
      event_types: ['alarm_on'],
      location: plant.siteId,
      steps: [{ after_minutes: 0, targets: [{ kind: 'person', id: person.id }] }],
    });
    await kannel.begin(await connect(api, server, kannel));

    const own = await Api.signIn(server.url, person.email, person.password);
    const { id } = await own.post<{ id: number }>('contact-methods/', {
      kind: 'sms',
      number,
      password: person.password,
    });
    const code = /\b\d{6}\b/.exec(await centre.nth(0))?.[0] ?? '';
    const verified = await own.post<{ state: string }>(`contact-methods/${id}/verify/`, { code: code });
    check('a number is verified by the code that arrived', 'verified', verified.state);

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
    const [first, second, third] = plant.devices;
    const event = await alarm(first);
    const text = await centre.nth(1);
    check('an alarm is sent as a text with its code', true, text.includes('Leg 1') && codeIn(text) !== '');
    check("Kannel's 'submitted to the centre' is no delivery", 'sent', await until(() => stateOf(event), 'sent'));
    await centre.report(1, 1);
    check('the report of the delivery counts', 'delivered', await until(() => stateOf(event), 'delivered'));
    await kannel.fromPhone('+15550001', `Seen ${codeIn(text)}`);
    await pause(2_000);
    check("a stranger's reply acknowledges nothing", false, await isAcknowledged(event));
    await kannel.fromPhone(number, `Seen ${codeIn(text)}`);
    check('the reply of the number acknowledges', true, await until(() => isAcknowledged(event), true));

    const refused = await alarm(second);
    await centre.nth(2);
    await until(() => stateOf(refused), 'sent');
    await centre.report(2, 2);
    check('the report of a failure counts', 'failed', await until(() => stateOf(refused), 'failed'));

    await kannel.stop();
    const waiting = await alarm(third);
    await pause(3_000);
    check('the message waits while Kannel is dead', 'pending', await stateOf(waiting));
    await kannel.again();
    check('and is sent when it is back', true, (await centre.nth(3)).includes('Leg 3'));
    return kept.every(Boolean);
  } finally {
    await kannel.stop();
    kannel.remove();
    centre.stop();
    await query.end();
    await server.remove();
    await database.stop();
  }
}

const codeIn = (text: string): string => /Reply (\d{6}) /.exec(text)?.[1] ?? '';

/** Connects the gateway with Kannel's addresses; returns where Kannel sends replies. */
async function connect(api: Api, server: TocsinServer, kannel: Kannel): Promise<string> {
  const inbound = (secret: string) => `http://kannel:${secret}@127.0.0.1:${server.port}/api/v1/sms-gateway/inbound/`;
  const gateway = (secret: string) => {
    const report = encodeURIComponent(`${inbound(secret)}?id=MESSAGE&state=%d`).replace('MESSAGE', '{{id}}');
    const call = `from=Tocsin&to={{to}}&text={{text}}&dlr-mask=31&dlr-url=${report}`;
    return {
      url: `http://127.0.0.1:${kannel.ports.send}/cgi-bin/sendsms?username=tocsin&password=tocsin&${call}`,
      method: 'GET',
      body: '',
      delivered_states: ['1'],
      failed_states: ['2', '16'],
    };
  };
  const { secret } = await api.call<{ secret: string }>('PUT', 'sms-gateway/', gateway('unknown'));
  await api.call('PUT', 'sms-gateway/', gateway(secret));
  return `${inbound(secret)}?from=%p&text=%a`;
}

/** The SMS centre that Kannel is connected to. */
class SmsCentre {
  readonly #server: Server;
  readonly #texts: { readonly text: string; readonly reportUrl: string }[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://centre');
      this.#texts.push({ text: searchParams.get('text') ?? '', reportUrl: searchParams.get('dlr-url') ?? '' });
      response.writeHead(202, { 'content-type': 'text/plain' }).end('0: Accepted for delivery');
    });
  }

  static async start(): Promise<SmsCentre> {
    const centre = new SmsCentre();
    await new Promise<void>((resolve) => centre.#server.listen(0, '127.0.0.1', resolve));
    return centre;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}/`;
  }

  /** The nth text that arrived, once it has. */
  async nth(n: number): Promise<string> {
    for (;;) {
      const one = this.#texts[n];
      if (one) return one.text;
      await pause(50);
    }
  }

  /** Reports the nth text's fate: 1 delivered, 2 failed. */
  async report(n: number, state: 1 | 2): Promise<void> {
    const { username, password, ...url } = partsOf((this.#texts[n]?.reportUrl ?? '').replace('%d', String(state)));
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    await fetch(url.href, { headers: { authorization } });
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** An address without its user and password, which fetch does not take. */
function partsOf(address: string): { readonly href: string; readonly username: string; readonly password: string } {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  return { href: url.href, username, password };
}

interface KannelPorts {
  readonly admin: number;
  readonly boxes: number;
  readonly centre: number;
  readonly send: number;
}

/** A bearerbox and a smsbox of their own. */
class Kannel {
  readonly ports: KannelPorts;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tocsin-kannel-'));
  readonly #centreUrl: string;
  #children: ChildProcess[] = [];

  private constructor(ports: KannelPorts, centreUrl: string) {
    this.ports = ports;
    this.#centreUrl = centreUrl;
  }

  static async make(centreUrl: string): Promise<Kannel> {
    const ports = {
      admin: await freePort(),
      boxes: await freePort(),
      centre: await freePort(),
      send: await freePort(),
    };
    return new Kannel(ports, centreUrl);
  }

  /** Starts it; replies go to `replyUrl`. */
  async begin(replyUrl: string): Promise<void> {
    writeFileSync(this.#config, configOf(this.ports, this.#centreUrl, replyUrl));
    await this.again();
  }

  async again(): Promise<void> {
    for (const [program, port] of [
      ['bearerbox', this.ports.boxes],
      ['smsbox', this.ports.send],
    ] as const) {
      this.#children.push(spawn(program, [this.#config], { stdio: 'ignore' }));
      await reached(port);
    }
  }

  /** A phone sends a text to our number. */
  async fromPhone(from: string, text: string): Promise<void> {
    const query = new URLSearchParams({ username: 'centre', password: 'centre', from, to: '12345', text });
    await fetch(`http://127.0.0.1:${this.ports.centre}/?${query}`);
  }

  async stop(): Promise<void> {
    const children = this.#children.splice(0);
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #config(): string {
    return join(this.#folder, 'kannel.conf');
  }
}

/** Waits until a port takes connections. */
async function reached(port: number): Promise<void> {
  for (;;) {
    const socket = connectTo(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await pause(100);
  }
}

const configOf = (ports: KannelPorts, centreUrl: string, replyUrl: string): string => `
group = core
admin-port = ${ports.admin}
admin-password = tocsin
smsbox-port = ${ports.boxes}
box-allow-ip = "127.0.0.1"

group = smsc
smsc = http
smsc-id = centre
system-type = kannel
port = ${ports.centre}
send-url = "${centreUrl}"
smsc-username = centre
smsc-password = centre

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.send}

group = sendsms-user
username = tocsin
password = tocsin
max-messages = 3

group = sms-service
keyword = default
catch-all = true
max-messages = 0
get-url = "${replyUrl}"
`;
