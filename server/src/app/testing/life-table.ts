import { DeviceId } from '@tocsin/contract/ids';
import type { LifeAct, LifeFound, LifeScenario } from '@tocsin/simulator/alarm-life';
import { sql } from 'kysely';
import { loadPerson } from '../../access/store.ts';
import { groupArrived } from '../../features/incidents/index.ts';
import { createRespondAgain, requireNewAcknowledgement, respondAgainTask } from '../../features/notifications/index.ts';
import { createReview, reviewTask } from '../../features/out-of-service/index.ts';
import { enqueueForEvents } from '../../notify/1-match/store-pending.ts';
import { type RigServer, ScenarioRig } from '../../pipeline/testing/scenario-rig.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import {
  makeClient,
  makeDevice,
  makeSite,
  makeUser,
  type SignedIn,
  signedIn,
} from '../../platform/testing/factories.ts';
import type { ScratchDatabase } from '../../platform/testing/scratch-postgres.ts';
import type { SmtpReceiver } from '../../platform/testing/smtp.ts';
import { startWalkApp, type WalkApp } from '../../testing/role-walk/app.ts';
import { SimulatedJobs } from './simulated-jobs.ts';

const noonS = 12 * 3_600;
const incidentsEveryMs = 60_000;
const publicUrl = 'https://tocsin.example';
const ruleTypes = [
  'alarm',
  'warning',
  'online_status',
  'sn2_status_change',
  'maintenance',
  'power_up',
  'device_administration',
  'site_administration',
];

export interface LifeRow {
  readonly what: string;
  readonly expected: LifeFound;
  readonly found: LifeFound;
}

/** Plays a scenario through pipeline, API and mail server, and reads what a person finds at each look. */
export async function playLife(
  life: LifeScenario,
  database: ScratchDatabase,
  smtp: SmtpReceiver,
): Promise<readonly LifeRow[]> {
  const start = Date.UTC(2026, 9, 1) + (life.startS ?? noonS) * 1_000;
  const portal = await LifePortal.make(life, database, smtp);
  const rig = new ScenarioRig(life.scenario, database, start);
  const acts = life.acts.toSorted((a, b) => a.atS - b.atS);
  const looks = [...life.looks];
  const rows: LifeRow[] = [];
  const look = async (): Promise<void> => {
    const next = looks.shift();
    if (next) rows.push({ what: next.what, expected: next.found, found: await portal.found() });
  };
  await rig.run({
    enqueue: async (transaction, stored) => {
      await requireNewAcknowledgement(transaction, stored.changes);
      await enqueueForEvents(transaction, stored);
      portal.jobs.isNew = true;
    },
    started: () => {},
    passed: async (clock, server) => {
      await portal.passed(clock, server);
      const atS = (clock.now() - start) / 1_000;
      for (let act = acts[0]; act && act.atS <= atS; act = acts[0]) {
        acts.shift();
        await portal.act(act, start, rig);
        await portal.passed(clock, server);
      }
      for (let next = looks[0]; next && next.atS !== null && next.atS <= atS; next = looks[0]) await look();
    },
  });
  await portal.jobs.drain();
  while (looks.length > 0) await look();
  await portal.stop();
  return rows;
}

/** The portal beside a rig's pipeline: its rows, its API and its jobs. Ids begin at 1 in a fresh database. */
class LifePortal {
  readonly jobs: SimulatedJobs;
  readonly #database: ScratchDatabase;
  readonly #smtp: SmtpReceiver;
  readonly #owner: { readonly id: number; readonly email: string };
  #open: { readonly app: WalkApp; readonly caller: SignedIn; readonly clock: Clock } | null = null;
  #server: RigServer | null = null;
  #groupedAt = 0;

  private constructor(database: ScratchDatabase, smtp: SmtpReceiver, owner: { id: number; email: string }) {
    this.#database = database;
    this.#smtp = smtp;
    this.#owner = owner;
    const { db } = database;
    this.jobs = new SimulatedJobs(database, smtp, createLog('error'), (clock) => ({
      [reviewTask]: createReview({ db, clock, publicUrl }),
      [respondAgainTask]: createRespondAgain({ db, clock, publicUrl, loadPerson: (trx, id) => loadPerson(trx, id) }),
    }));
  }

  static async make(life: LifeScenario, database: ScratchDatabase, smtp: SmtpReceiver): Promise<LifePortal> {
    const { db } = database;
    const client = await makeClient(db, { company: 'Prairie Grain' });
    const site = await makeSite(db, { client_id: client.id, title: 'North', timezone: 'America/Chicago' });
    for (const actor of life.scenario.devices)
      await makeDevice(db, { site_id: site.id, title: actor.key, device_type: actor.type });
    const email = `${life.scenario.title.toLowerCase().replace(/[^a-z0-9]/g, '-')}@plant.example`;
    const owner = await makeUser(db, { email, on: { [site.id]: 'Manager' }, manages: true });
    if (client.id !== 1 || site.id !== 1) throw new Error('the rig needs ids to begin at 1');
    for (const type of ruleTypes)
      await database.pool.query(
        `insert into email_rule (user_id, client_id, event_type, contact_when, number_per_hour, all_devices)
         values ($1, 1, $2, 0, 0, true)`,
        [owner.id, type],
      );
    if (life.connected)
      await connect(
        database,
        life.scenario.devices.map(({ key }) => key),
      );
    return new LifePortal(database, smtp, owner);
  }

  async #opened(clock: Clock) {
    if (this.#open) return this.#open;
    const running = (): RigServer => {
      if (!this.#server) throw new Error('no server runs');
      return this.#server;
    };
    const app = await startWalkApp(this.#database.db, clock, undefined, undefined, {
      administered: (what) => running().pipeline.commands.administered(what),
      shelves: {
        start: (device, shelf) => running().pipeline.commands.shelve(device, { kind: 'start', ...shelf }),
        extend: (device, id, until, userName) =>
          running().pipeline.commands.shelve(device, { kind: 'extend', id, until, userName }),
        end: (device, id, userName) => running().pipeline.commands.shelve(device, { kind: 'end', id, userName }),
      },
    });
    const caller = await signedIn(app.http, this.#database.db, this.#owner, new Date(clock.now()));
    this.#open = { app, caller, clock };
    return this.#open;
  }

  /** Runs what is due: queued jobs, and the job that groups incidents. */
  async passed(clock: Clock, server: RigServer): Promise<void> {
    this.#server = server;
    await this.#opened(clock);
    await this.jobs.runDue(clock);
    if (clock.now() - this.#groupedAt < incidentsEveryMs) return;
    this.#groupedAt = clock.now();
    await this.#group(clock);
  }

  #group(clock: Clock): Promise<void> {
    return groupArrived({
      db: this.#database.db,
      clock,
      log: createLog('error'),
      intervalOf: async () => 2_000,
      changed: async () => {},
    });
  }

  async act(act: LifeAct, startMs: number, rig: ScenarioRig): Promise<void> {
    if (!this.#open || !this.#server) throw new Error('the portal is not open');
    const { caller } = this.#open;
    const idOf = (key: string): DeviceId => DeviceId.parse(rig.ids.get(key));
    const changeSensors = async (key: string): Promise<void> => {
      const { rows } = await this.#database.pool.query(
        `select path, user_name as by, reason, extract(epoch from since) * 1000 as since,
           extract(epoch from review_at) * 1000 as "reviewAt"
         from out_of_service where device_id = $1 and path is not null order by path`,
        [idOf(key)],
      );
      this.#server?.change(idOf(key), { sensorsOutOfService: rows });
      // A command waits for the commit of everything before it.
      await this.#server?.pipeline.commands.shelve(idOf(key), { kind: 'end', id: -1, userName: '' });
    };
    const done = ({ statusCode, body }: { statusCode: number; body: string }): void => {
      if (statusCode >= 300) throw new Error(`${act.does}: ${statusCode} ${body}`);
    };
    switch (act.does) {
      case 'shelve': {
        const { sensor, minutes, reason } = act;
        const body = { device: idOf(act.device), sensor, minutes, reason, reason_code: 'sensor_fault' };
        done(await caller.post('/api/v1/shelves/', { ...body, covers_alarms: true }));
        return;
      }
      case 'acknowledge': {
        const { results } = (await caller.get('/api/v1/notifications/?is_acknowledged=false&limit=1000')).json();
        const ids = results.map((row: { readonly id: number }) => row.id);
        done(await caller.post('/api/v1/notifications/acknowledge/', { ids, comment: act.comment }));
        return;
      }
      case 'take out of service': {
        const review = new Date(startMs + act.reviewS * 1_000).toISOString();
        const url = `/api/v1/devices/${idOf(act.device)}/sensors/${act.sensor}/out-of-service/`;
        done(await caller.put(url, { reason: act.reason, review_at: review }));
        await changeSensors(act.device);
        this.jobs.isNew = true;
        return;
      }
      case 'return to service':
        done(await caller.delete(`/api/v1/devices/${idOf(act.device)}/sensors/${act.sensor}/out-of-service/`));
        await changeSensors(act.device);
        return;
      case 'restart':
        await this.#server.restart();
        return;
      default:
        act satisfies never;
    }
  }

  async found(): Promise<LifeFound> {
    if (!this.#open) throw new Error('the portal is not open');
    const { caller, clock } = this.#open;
    await this.#group(clock);
    const count = async (query: string): Promise<number> =>
      Number((await caller.get(`/api/v1/notifications/${query}`)).json().count);
    const active = await count('?is_active=true');
    const bell = await count('active-count/');
    if (active !== bell) throw new Error(`the bell shows ${bell}, the tab ${active}`);
    return {
      log: await count(''),
      active,
      unacknowledged: await count('?is_acknowledged=false'),
      cleared: await count('unacknowledged-count/'),
      shelved: await count('?is_active=true&is_shelved=true'),
      incidents: await count('?is_first_out=true'),
      mails: this.#smtp.mails.filter((mail) => mail.to === this.#owner.email).length,
    };
  }

  async stop(): Promise<void> {
    await this.#open?.app.stop();
  }
}

/** A published schema in which the machines of the first two devices are neighbours. */
async function connect({ db }: ScratchDatabase, keys: readonly string[]): Promise<void> {
  const [one = '', other = ''] = keys;
  const document = { connectors: [{ start_m_fe_id: one, end_m_fe_id: other }] };
  const { rows } = await sql<{ tab: number; schema: number }>`with made as (
      insert into schema (site_id, name, is_published, modified_at) values (1, 'Plant', true, now()) returning id)
    insert into schema_tab (schema_id, position, name, document, modified_at)
      select id, 0, 'Tab', ${JSON.stringify(document)}, now() from made
    returning id as tab, schema_id as schema`.execute(db);
  for (const [index, name] of [one, other].entries())
    await sql`with machine as (insert into schema_machine (tab_id, frontend_id, name)
        values (${rows[0]?.tab}, ${name}, ${name}) returning id)
      insert into schema_sensor (schema_id, tab_id, machine_id, device_id, group_id, sensor_id, device_name, group_name,
        sensor_name, type, unit)
      select ${rows[0]?.schema}, ${rows[0]?.tab}, id, ${index + 1}, '4', '4001', '', '', '', 'NUMERIC', 'C'
      from machine`.execute(db);
}
