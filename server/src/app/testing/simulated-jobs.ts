import { loadPerson } from '../../access/store.ts';
import { sendingTasks } from '../../notify/2-escalate/rules/rule-tasks.ts';
import type { RuleWorkerDependencies } from '../../notify/2-escalate/rules/rule-worker.ts';
import { askPending } from '../../notify/2-escalate/rules/rule-worker.ts';
import { type MailChannel, mailChannel } from '../../notify/4-deliver/mail/mail-channel.ts';
import { Outbox } from '../../notify/4-deliver/outbox.ts';
import type { Clock } from '../../platform/clock.ts';
import { createEncryption } from '../../platform/encryption.ts';
import type { JobTask } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { ScratchDatabase } from '../../platform/testing/scratch-postgres.ts';
import type { SmtpReceiver } from '../../platform/testing/smtp.ts';

interface Work {
  readonly mailing: MailChannel;
  readonly mails: { startDue(): Promise<boolean>; idle(): Promise<void> };
  readonly rules: RuleWorkerDependencies;
  readonly tasks: Readonly<Record<string, JobTask>>;
}
interface DueJob {
  readonly id: string;
  readonly task: string;
  readonly payload: unknown;
  readonly run_at: number;
  readonly at_once: boolean;
}

/** Runs pending jobs of the rules and `more` when the simulated clock reaches them, and sends the mails that are due. */
export class SimulatedJobs {
  isNew = false;
  readonly #database: ScratchDatabase;
  readonly #smtp: SmtpReceiver;
  readonly #log: Log;
  readonly #more: (clock: Clock) => Readonly<Record<string, JobTask>>;
  #work: Work | null = null;
  #nextAt = Number.POSITIVE_INFINITY;

  constructor(
    database: ScratchDatabase,
    smtp: SmtpReceiver,
    log: Log,
    more: (clock: Clock) => Readonly<Record<string, JobTask>> = () => ({}),
  ) {
    this.#database = database;
    this.#smtp = smtp;
    this.#log = log;
    this.#more = more;
  }

  async runDue(clock: Clock): Promise<void> {
    if (!this.isNew && clock.now() < this.#nextAt) return;
    this.isNew = false;
    this.#work ??= this.#make(clock);
    const { tasks, rules } = this.#work;
    while (await askPending(rules));
    for (;;) {
      const nextMailAt = await this.#sendMails(this.#work);
      // A job without a time is due at once; the database's clock is not the simulated one.
      const { rows } = await this.#database.pool.query<DueJob>(
        `select j.id, t.identifier as task, j.payload, (extract(epoch from j.run_at) * 1000)::float8 as run_at,
           j.run_at >= j.created_at as at_once
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = any($1) order by at_once desc, j.run_at, j.id`,
        [Object.keys(tasks)],
      );
      const due = rows.find((job) => job.at_once || job.run_at <= clock.now());
      this.#nextAt = Math.min(nextMailAt, ...rows.map((job) => job.run_at));
      if (!due) return;
      await this.#database.pool.query('delete from graphile_worker._private_jobs where id = $1', [due.id]);
      await tasks[due.task]?.(due.payload);
    }
  }

  async drain(): Promise<void> {
    if (!this.#work) return;
    this.isNew = true;
    await this.runDue(this.#work.rules.clock);
    this.#work.mailing.close();
  }

  /** Sends what is due; returns when the next one is. */
  async #sendMails({ mails }: Work): Promise<number> {
    while (await mails.startDue()) await mails.idle();
    const { rows } = await this.#database.pool.query<{ at: number | null }>(
      `select (extract(epoch from min(next_at)) * 1000)::float8 as at from mail where state = 'pending'`,
    );
    return rows[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  #make(clock: Clock): Work {
    const { db } = this.#database;
    const [from, publicUrl] = ['Tocsin <alarms@tocsin.example>', 'https://tocsin.example'];
    const mailing = mailChannel({
      db,
      clock,
      log: this.#log,
      smtpUrl: this.#smtp.url,
      from,
      publicUrl,
      installation: 'proof',
      sender: 'tocsin mail proof',
      encryption: createEncryption('proof', 'messages'),
    });
    const rules: RuleWorkerDependencies = {
      db,
      clock,
      log: this.#log,
      publicUrl,
      loadPerson,
      saidOf: async () => new Map(),
    };
    const mails = new Outbox(mailing, { clock, log: this.#log });
    return { mailing, mails, rules, tasks: { ...sendingTasks(rules), ...this.#more(clock) } };
  }
}
