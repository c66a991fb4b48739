import { noResponse } from '@tocsin/contract/responses';
import { loadPerson } from '../../access/store.ts';
import { sendingTasks } from '../../notify/2-escalate/rules/rule-tasks.ts';
import type { RuleWorkerDependencies } from '../../notify/2-escalate/rules/rule-worker.ts';
import { askPending } from '../../notify/2-escalate/rules/rule-worker.ts';
import { createMailer, type Mailer } from '../../notify/4-deliver/mail/sender.ts';
import type { Clock } from '../../platform/clock.ts';
import type { JobTask } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { ScratchDatabase } from '../../platform/testing/scratch-postgres.ts';
import type { SmtpReceiver } from '../../platform/testing/smtp.ts';

interface Work {
  readonly mailer: Mailer;
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

/** Runs pending jobs when the simulated clock reaches them: those of the rules, those that send mails, and `more`. */
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
      // A job without a time is due at once; the database's clock is not the simulated one.
      const { rows } = await this.#database.pool.query<DueJob>(
        `select j.id, t.identifier as task, j.payload, (extract(epoch from j.run_at) * 1000)::float8 as run_at,
           j.run_at >= j.created_at as at_once
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = any($1) order by at_once desc, j.run_at, j.id`,
        [Object.keys(tasks)],
      );
      const due = rows.find((job) => job.at_once || job.run_at <= clock.now());
      this.#nextAt = Math.min(...rows.map((job) => job.run_at));
      if (!due) return;
      await this.#database.pool.query('delete from graphile_worker._private_jobs where id = $1', [due.id]);
      await tasks[due.task]?.(due.payload);
    }
  }

  async drain(): Promise<void> {
    if (!this.#work) return;
    this.isNew = true;
    await this.runDue(this.#work.rules.clock);
    this.#work.mailer.close();
  }

  #make(clock: Clock): Work {
    const { db } = this.#database;
    const [from, publicUrl] = ['Tocsin <alarms@tocsin.example>', 'https://tocsin.example'];
    const mailer = createMailer({
      db,
      clock,
      log: this.#log,
      smtpUrl: this.#smtp.url,
      from,
      publicUrl,
      installation: 'proof',
    });
    const rules: RuleWorkerDependencies = {
      db,
      clock,
      log: this.#log,
      publicUrl,
      loadPerson: (id) => loadPerson(db, id),
      responseOf: async () => noResponse,
      unitOf: async () => '',
    };
    return { mailer, rules, tasks: { ...mailer.tasks, ...sendingTasks(rules), ...this.#more(clock) } };
  }
}
