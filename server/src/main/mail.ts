import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Database } from '../base/db.ts';
import { createJobs, type Jobs } from '../base/jobs.ts';
import type { Log } from '../base/log.ts';
import { createMailer } from '../base/mail.ts';

/** The worker that sends what is owed: apart from other jobs, so that a slow mail server holds up none of them. */
export function createMail(parts: {
  readonly db: Database['db'];
  readonly address: Database['address'];
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}): Jobs {
  const { db, address, config, clock, log } = parts;
  const mailer = createMailer({ db, clock, log, smtpUrl: config.smtpUrl, from: config.mailFrom });
  const jobs = createJobs({ address, clock, log, name: 'mail', concurrency: 4, tasks: mailer.tasks });
  const stop = async () => {
    await jobs.stop();
    mailer.close();
  };
  return { start: jobs.start, stop };
}
