import { createHmac } from 'node:crypto';
import { createSecurityEvents } from '../../../access/security-events.ts';
import { type TestApi, testApi } from '../../../access/testing.ts';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db.ts';
import { createEncryption } from '../../../platform/encryption.ts';
import { createLog } from '../../../platform/log.ts';
import { createThrottle } from '../../../platform/throttle.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { addAccountRoutes } from '../routes.ts';

export const accountEncryption = createEncryption('a secret of at least thirty-two characters', 'accounts');

export const testParts = (
  db: Db,
  clock: Clock = systemClock,
  over: Partial<AccountsDependencies> = {},
): AccountsDependencies => ({
  db,
  clock,
  log: createLog('silent'),
  throttle: createThrottle(db, clock),
  security: createSecurityEvents(db, clock, createLog('silent')),
  encryption: accountEncryption,
  publicUrl: 'https://plant.example',
  captcha: null,
  contacts: async () => ({ support_address: '', support_phone: '555 0100', support_email: '' }),
  ...over,
});

export const accountsApi = (
  db: Db,
  clock: Clock = systemClock,
  over: Partial<AccountsDependencies> = {},
): Promise<TestApi> => testApi(db, (api) => addAccountRoutes(api, testParts(db, clock, over)), { clock });

/** The newest pending mail to an address. */
export const mailTo = async (db: Db, to: string): Promise<{ subject: string; text: string; html: string }> =>
  await db
    .selectFrom('mail')
    .select(['subject', 'text', 'html'])
    .where('to_address', '=', to)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

export const countMailsTo = async (db: Db, to: string): Promise<number> =>
  (await db.selectFrom('mail').select('id').where('to_address', '=', to).execute()).length;

/** RFC 6238 written out, apart from the library that the server uses. */
export const codeAt = (secret: string, ms: number): string => {
  const bits = [...secret]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac[19] ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};
