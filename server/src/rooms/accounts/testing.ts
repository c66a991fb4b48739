import { type Clock, systemClock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import { createLog } from '../../base/log.ts';
import { withMail } from '../../base/mail/store.ts';
import { createSeal } from '../../base/seal.ts';
import { createThrottle } from '../../base/throttle.ts';
import { type TestApi, testApi } from '../../policy/testing.ts';
import type { AccountsParts } from './parts.ts';
import { addAccountRoutes } from './routes.ts';

export const testParts = (db: Db, clock: Clock = systemClock, over: Partial<AccountsParts> = {}): AccountsParts => ({
  ...{ db, clock, log: createLog('silent'), throttle: createThrottle(db, clock) },
  seal: createSeal('a secret of at least thirty-two characters', 'accounts'),
  publicUrl: 'https://plant.example',
  captcha: null,
  contacts: async () => ({ support_address: '', support_phone: '555 0100', support_email: '' }),
  ...over,
});

export const accountsApi = (db: Db, clock: Clock = systemClock, over: Partial<AccountsParts> = {}): Promise<TestApi> =>
  testApi(db, (api) => addAccountRoutes(api, testParts(db, clock, over)), { clock });

/** The newest mail that is owed to an address. */
export const mailTo = async (db: Db, to: string): Promise<{ subject: string; text: string; html: string }> =>
  await withMail(db)
    .selectFrom('mail')
    .select(['subject', 'text', 'html'])
    .where('to_address', '=', to)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

export const countMailsTo = async (db: Db, to: string): Promise<number> =>
  (await withMail(db).selectFrom('mail').select('id').where('to_address', '=', to).execute()).length;
