import { noResponse, type ResponseFields } from '@tocsin/contract/responses';
import { sql } from 'kysely';
import { loadPerson } from '../../access/store.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { type MadeDevice, makeDevice, makeUser } from '../../platform/testing/factories.ts';
import { sendingTasks } from '../2-escalate/rules/rule-tasks.ts';
import { askPending, type RuleWorkerDependencies } from '../2-escalate/rules/rule-worker.ts';

export interface RuleOver {
  readonly type?: string;
  readonly when?: number;
  readonly x?: number;
  readonly perHour?: number;
  readonly alternative?: string;
  /** Ids instead of all devices. */
  readonly devices?: readonly number[];
}
export interface EventOver {
  readonly type?: string;
  readonly sensor?: string;
  readonly forebear?: number;
  readonly test?: boolean;
}
export interface Sent {
  readonly subject: string;
  readonly to_address: string;
  readonly text: string;
  readonly html: string;
  readonly about: { readonly events: number[] };
}
export const minute = 60_000;
export const hour = 60 * minute;

/** Rules and events in a real database, with a manual clock; jobs of this feature run at their due time. */
export class SendingRig {
  readonly db: Db;
  readonly clock: DrivenClock = drivenClock(Date.UTC(2026, 10, 20, 12));
  readonly tasks: ReturnType<typeof sendingTasks>;
  readonly dependencies: RuleWorkerDependencies;
  device: MadeDevice;
  owner: { readonly id: number; readonly email: string };
  #nextId = 1;
  /** What every rule and sensor says. */
  response: ResponseFields = noResponse;
  /** How often units and responses were looked up. */
  lookups = 0;

  private constructor(db: Db, device: MadeDevice, owner: { id: number; email: string }) {
    this.db = db;
    this.device = device;
    this.owner = owner;
    this.dependencies = {
      db,
      clock: this.clock,
      log: createLog('silent'),
      publicUrl: 'https://tocsin.example',
      loadPerson,
      saidOf: async (_db, events) => {
        this.lookups++;
        return new Map(events.map(({ id }) => [id, { unit: 'C', response: this.response }]));
      },
    };
    this.tasks = sendingTasks(this.dependencies);
  }

  static async make(db: Db): Promise<SendingRig> {
    const device = await makeDevice(db);
    return new SendingRig(db, device, await makeUser(db, { on: { [device.siteId]: 'User' } }));
  }

  /** Another device and owner, and nothing pending. */
  async fresh(): Promise<void> {
    await sql`delete from graphile_worker._private_jobs`.execute(this.db);
    await sql`delete from pending_event`.execute(this.db);
    this.device = await makeDevice(this.db);
    this.owner = await makeUser(this.db, { on: { [this.device.siteId]: 'User' } });
  }

  async makeRule(over: RuleOver = {}): Promise<number> {
    const { rows } = await sql<{ id: number }>`insert into email_rule (user_id, client_id, event_type, contact_when, x,
        number_per_hour, all_devices, send_to_alternative, alternative_contact)
      values (${this.owner.id}, ${this.device.clientId}, ${over.type ?? 'alarm'}, ${over.when ?? 0}, ${over.x ?? null},
        ${over.perHour ?? 0}, ${over.devices === undefined}, ${over.alternative !== undefined},
        ${over.alternative ?? ''}) returning id`.execute(this.db);
    const id = rows[0]?.id ?? 0;
    for (const device of over.devices ?? [])
      await sql`insert into email_rule_device (rule_id, device_id) values (${id}, ${device})`.execute(this.db);
    return id;
  }

  async event(over: EventOver = {}): Promise<number> {
    const id = this.#nextId++;
    const type = over.type ?? 'alarm_on';
    const at = this.clock.now();
    const { device } = this;
    await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
        device_name, group_id, sensor_id, sensor_name, content, value, forebear_id, is_active, is_late, is_notified, is_test, priority)
      values (${id}, ${at}, ${at}, ${device.id}, ${device.clientId}, ${device.siteId}, ${type}, 'Prairie <b>Grain</b>',
        'North elevator', 'Leg 1', '4', ${over.sensor ?? '4000'}, ${`Bearing ${over.sensor ?? '4000'}`}, 'Absolute', 84.56,
        ${over.forebear ?? null}, ${type.endsWith('_on') || type === 'device_offline'}, false, true,
        ${over.test ?? false}, ${over.type?.endsWith('_off') ? null : 2})`.execute(this.db);
    if (over.forebear)
      await sql`update event set is_active = false, ended_at = ${at}, duration = ${at}::bigint - at
        where id = ${over.forebear}`.execute(this.db);
    return id;
  }

  /** Raises many alarms at once across a number of sensors; returns their ids. */
  async flood(count: number, sensors: number): Promise<number[]> {
    const from = this.#nextId;
    this.#nextId += count;
    const at = this.clock.now();
    const { device } = this;
    await sql`insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name,
        device_name, group_id, sensor_id, sensor_name, content, value, forebear_id, is_active, is_late, is_notified, is_test)
      select i, ${at}, ${at}, ${device.id}, ${device.clientId}, ${device.siteId}, 'alarm_on', 'Prairie Grain',
        'North elevator', 'Leg 1', '4', (i % ${sensors}::int)::text, 'Bearing ' || i % ${sensors}::int, 'Absolute', 84.56,
        null, true, false, true, false
      from generate_series(${from}::bigint, ${from + count - 1}::bigint) i`.execute(this.db);
    return Array.from({ length: count }, (_, i) => from + i);
  }

  async deliver(...ids: number[]): Promise<void> {
    await this.enqueue(ids, false);
    while (await askPending(this.dependencies));
  }

  /** Enqueues what the pipeline enqueues when a suspension ends. */
  async notifyAgain(...ids: number[]): Promise<void> {
    await this.enqueue(ids, true);
    while (await askPending(this.dependencies));
  }

  /** Enqueues events without running the rules. */
  async enqueue(ids: readonly number[], again = false): Promise<void> {
    await sql`insert into pending_event (event_id, audience, is_again)
      select id, 'rules', ${again}::boolean from unnest(${[...ids]}::bigint[]) id`.execute(this.db);
  }

  async mails(): Promise<Sent[]> {
    const { rows } = await sql<Sent>`select subject, to_address, text, html, about from mail
      where user_id = ${this.owner.id} order by id`.execute(this.db);
    return rows;
  }

  /** Advances the clock and runs the feature's due jobs at their own time. */
  async pass(ms: number): Promise<void> {
    const until = this.clock.now() + ms;
    for (;;) {
      const { rows } = await sql<{ id: number; task: string; payload: object; run_at: Date }>`select j.id,
          t.identifier as task, j.payload, j.run_at
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier like 'email-rules.%' and j.run_at <= ${new Date(until)}
        order by j.run_at, j.id limit 1`.execute(this.db);
      const [job] = rows;
      if (!job) break;
      this.clock.advanceTo(Math.max(this.clock.now(), job.run_at.getTime()));
      await sql`delete from graphile_worker._private_jobs where id = ${job.id}`.execute(this.db);
      await this.tasks[job.task]?.(job.payload);
    }
    this.clock.advanceTo(until);
  }
}
