import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { type Database, openDatabase } from '../base/db.ts';
import { createJobs, type Jobs } from '../base/jobs.ts';
import { reachOf } from '../base/kill-at.ts';
import { Listener } from '../base/listener.ts';
import type { Log } from '../base/log.ts';
import { createMailer, mailsAtOnce } from '../base/mail.ts';
import type { Owe } from '../flow/4-keep/write.ts';
import { loadPerson } from '../policy/store.ts';
import { askOwed, owedChannel, RuleRounds, sendingTasks } from '../rooms/email-rules/index.ts';
import { unitOfSensor } from '../rooms/sensors/index.ts';

/** The worker that sends what is owed: apart from other jobs, so that a slow mail server holds up none of them. */
export function createMail(parts: {
  readonly db: Database['db'];
  readonly address: Database['address'];
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}): Jobs {
  const { db, address, config, clock, log } = parts;
  const mailer = createMailer({
    ...{ db, clock, log, smtpUrl: config.smtpUrl, from: config.mailFrom },
    reach: reachOf(process.env.TOCSIN_KILL_AT),
  });
  const jobs = createJobs({ address, clock, log, name: 'mail', concurrency: mailsAtOnce, tasks: mailer.tasks });
  // Deciding what to mail never waits behind a slow mail server, nor for a connection that a page has.
  const own = openDatabase(address, log, { name: 'tocsin rules' });
  const sending = {
    ...{ db: own.db, clock, log, publicUrl: config.publicUrl },
    loadPerson: (id: number) => loadPerson(own.db, id),
    unitOf: (deviceId: number, path: string) => unitOfSensor(own.db, deviceId, path),
  };
  const rules = createJobs({ ...{ address, clock, log, name: 'rules', concurrency: 2 }, tasks: sendingTasks(sending) });
  const rounds = new RuleRounds({ ask: () => askOwed(sending), clock, log });
  const listener = new Listener({ address, clock, log, channel: owedChannel, heard: () => rounds.wake() });
  const start = async () => {
    await jobs.start();
    await rules.start();
    await listener.start();
    rounds.wake();
  };
  const stop = async () => {
    await listener.stop();
    await rounds.stop();
    await rules.stop();
    await own.close();
    await jobs.stop();
    mailer.close();
  };
  return { start, stop };
}

/**
 * What the line owes with its events, in their transaction: every rule is asked about them. What is told again after a
 * suspension is asked again; a late alarm that turned out to be live is asked if it was not yet.
 */
export const oweRuleMails: Owe = async (transaction, { events, changes }) => {
  const ids: number[] = [];
  const again: boolean[] = [];
  const owe = (id: number, isAgain: boolean): void => {
    ids.push(id);
    again.push(isAgain);
  };
  for (const event of events) if (event.told || event.test) owe(event.id, false);
  for (const change of changes)
    if (change.kind === 'live' || change.kind === 'again') owe(change.id, change.kind === 'again');
  if (ids.length === 0) return;
  await transaction.query(
    `with owed as (insert into email_rule_owed (event_id, again) select * from unnest($1::bigint[], $2::boolean[]))
     select pg_notify($3, '')`,
    [ids, again, owedChannel],
  );
};
