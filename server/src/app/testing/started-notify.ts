import { createNotify } from '../../notify/notify.ts';
import { systemClock } from '../../platform/clock.ts';
import { parseConfig } from '../../platform/config.ts';
import { createEncryption } from '../../platform/encryption.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import type { SmtpReceiver } from '../../platform/testing/smtp.ts';
import { contactEncryption } from '../contact-methods.ts';
import { notifySources } from '../notify.ts';
import { webhookEncryption } from '../webhooks.ts';

/** Notifies as the product does, with a mail server. */
export async function startNotify(database: TestDatabase, smtp: Pick<SmtpReceiver, 'url'>): Promise<Jobs> {
  const notify = createNotify({
    ...database,
    config: parseConfig({ SMTP_URL: smtp.url, MAIL_FROM: 'Tocsin <portal@plant.example>' }),
    clock: systemClock,
    log: createLog('error'),
    installation: 'test',
    messageEncryption: createEncryption('test', 'messages'),
    contactEncryption: contactEncryption('test'),
    webhookEncryption: webhookEncryption('test'),
    sources: notifySources,
  });
  await notify.start();
  return notify;
}
