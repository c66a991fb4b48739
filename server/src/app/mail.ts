import { loadPerson } from '../access/store.ts';
import { askPending, pendingRulesChannel, RuleWorker, sendingTasks } from '../features/email-rules/index.ts';
import { responseFor, unitOfSensor } from '../features/sensors/index.ts';
import type { EnqueueInTransaction } from '../pipeline/4-persist/write-batch.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/db.ts';
import { faultInjectionOf } from '../platform/fault-injection.ts';
import { createJobs, type Jobs } from '../platform/jobs.ts';
import { Listener } from '../platform/listener.ts';
import type { Log } from '../platform/log.ts';
import { createMailer, mailsAtOnce } from '../platform/mail.ts';

/** Creates the mail worker, separate from other jobs so that a slow mail server delays none of them. */
export function createMail(dependencies: {
  readonly db: Database['db'];
  readonly address: Database['address'];
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** The id of the sending installation. */
  readonly installation: string;
}): Jobs {
  const { db, address, config, clock, log } = dependencies;
  const mailer = createMailer({
    db,
    clock,
    log,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    installation: dependencies.installation,
    publicUrl: config.publicUrl,
    injectFault: faultInjectionOf(process.env.TOCSIN_KILL_AT),
  });
  const jobs = createJobs({ address, clock, log, name: 'mail', concurrency: mailsAtOnce, tasks: mailer.tasks });
  // Rules have their own connections and never wait for a slow mail server or for pages.
  const own = openDatabase(address, log, { name: 'tocsin rules' });
  const sending = {
    db: own.db,
    clock,
    log,
    publicUrl: config.publicUrl,
    loadPerson: (id: number) => loadPerson(own.db, id),
    unitOf: (deviceId: number, path: string) => unitOfSensor(own.db, deviceId, path),
    responseOf: (deviceId: number, path: string, ruleId: number | null) => responseFor(own.db, deviceId, path, ruleId),
  };
  const rules = createJobs({ address, clock, log, name: 'rules', concurrency: 2, tasks: sendingTasks(sending) });
  const ruleWorker = new RuleWorker({ ask: () => askPending(sending), clock, log });
  const wake = () => ruleWorker.wake();
  const listener = new Listener({ address, clock, log, channel: pendingRulesChannel, heard: wake, connected: wake });
  const start = async () => {
    await jobs.start();
    await rules.start();
    await listener.start();
    ruleWorker.wake();
  };
  const stop = async () => {
    await listener.stop();
    await ruleWorker.stop();
    await rules.stop();
    await own.close();
    await jobs.stop();
    mailer.close();
  };
  return { start, stop };
}

/**
 * Enqueues events for the e-mail rules in the pipeline's transaction. Events that notify again after a suspension are
 * evaluated again; late alarms that turned out to be live only if they were not before. What a shelf holds back is
 * enqueued when it ends; the end of an event always, because its beginning may have been mailed.
 */
export const enqueueRuleMails: EnqueueInTransaction = async (transaction, { events, changes }) => {
  const ids: number[] = [];
  const again: boolean[] = [];
  const enqueue = (id: number, isAgain: boolean): void => {
    ids.push(id);
    again.push(isAgain);
  };
  for (const event of events)
    if ((event.notified || event.test) && (!event.shelved || event.forebearId !== null)) enqueue(event.id, false);
  for (const change of changes) if (change.kind !== 'shelved') enqueue(change.id, change.kind === 'again');
  if (ids.length === 0) return;
  await transaction.query(
    `with pending as (insert into pending_rule_event (event_id, again) select * from unnest($1::bigint[], $2::boolean[]))
     select pg_notify($3, '')`,
    [ids, again, pendingRulesChannel],
  );
};
