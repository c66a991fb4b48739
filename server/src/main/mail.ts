import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Database } from '../base/db.ts';
import { createJobs, type Jobs } from '../base/jobs.ts';
import { reachOf } from '../base/kill-at.ts';
import type { Log } from '../base/log.ts';
import { createMailer, mailsAtOnce } from '../base/mail.ts';
import type { Owe } from '../flow/4-keep/write.ts';
import { loadPerson } from '../policy/store.ts';
import { eventsQueue, eventsTask, sendingTasks } from '../rooms/email-rules/index.ts';
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
  // Deciding what to mail never waits behind a slow mail server.
  const rules = createJobs({
    ...{ address, clock, log, name: 'rules', concurrency: 2 },
    tasks: sendingTasks({
      ...{ db, clock, publicUrl: config.publicUrl },
      loadPerson: (id) => loadPerson(db, id),
      unitOf: (deviceId, path) => unitOfSensor(db, deviceId, path),
    }),
  });
  const start = async () => {
    await rules.start();
    await jobs.start();
  };
  const stop = async () => {
    await rules.stop();
    await jobs.stop();
    mailer.close();
  };
  return { start, stop };
}

/**
 * What the line owes with its events, in their transaction: one job for a batch, which asks the rules. What is told
 * again after a suspension is asked again; a late alarm that turned out to be live is asked if it was not yet.
 */
export const oweRuleMails: Owe = async (transaction, { events, changes }) => {
  const news = events.filter((event) => event.told || event.test).map((event) => event.id);
  const live = changes.filter((change) => change.kind === 'live').map((change) => change.id);
  const again = changes.filter((change) => change.kind === 'again').map((change) => change.id);
  if (news.length + live.length + again.length === 0) return;
  await transaction.query(`select graphile_worker.add_job($1, $2::json, queue_name => $3, priority => -10)`, [
    eventsTask,
    JSON.stringify({ events: [...news, ...live], again }),
    eventsQueue,
  ]);
};
