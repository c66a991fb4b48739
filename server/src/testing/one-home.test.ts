import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const tables = new Set(
  [...readFileSync(join(source, '../schema.sql'), 'utf8').matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(
    ([, table]) => table ?? '',
  ),
);
const writes =
  /(?:insertInto|updateTable|deleteFrom)\('(\w+)|\b(?:insert into|update(?: only)?|delete from|truncate|copy)\s+(\w+)/gi;

/** Tables that still have several homes. The list only shrinks. */
const several: Readonly<Record<string, readonly string[]>> = {
  // What ends with an account.
  contact_method: ['features/accounts', 'features/contact-methods', 'notify'],
  duty_calendar: ['features/accounts', 'features/on-call'],
  message: ['features/accounts', 'features/contact-methods', 'notify'],
  provider_attempt: ['features/accounts', 'features/client-sign-in'],
  provider_link: ['features/accounts', 'features/client-sign-in'],
  quiet_hours: ['features/accounts', 'features/contact-methods'],
  // A restart with another secret.
  recovery_code: ['features/accounts', 'platform'],
  two_factor: ['features/accounts', 'platform'],
  // Retention, late events, and acknowledgement.
  event: ['features/notifications', 'history', 'pipeline'],
  pending_hour: ['history', 'pipeline'],
  webhook: ['features/webhooks', 'notify'],
  webhook_delivery: ['features/webhooks', 'notify'],
  audit: ['access', 'features/audit', 'platform'],
  oem_settings: ['access', 'features/settings'],
};

/** A feature, or one of the other rooms. Fixtures of tests and the demo's are no homes. */
const homeOf = (file: string): string => /^(features\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? file;
const isFixture = (file: string): boolean => /\.test\.ts$|testing\/|testing\.ts$|^demo\//.test(file);

it('writes have one home: each table is written by one feature or room', () => {
  const homes = new Map<string, Set<string>>();
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts') && !isFixture(name))) {
    const text = readFileSync(join(source, file), 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '');
    for (const [, built, raw] of text.matchAll(writes)) {
      const table = built ?? raw ?? '';
      if (tables.has(table)) homes.set(table, (homes.get(table) ?? new Set()).add(homeOf(file)));
    }
  }
  const found = [...homes].filter(([, all]) => all.size > 1).map(([table, all]) => [table, [...all].sort()]);
  expect(Object.fromEntries(found)).toEqual(several);
});
