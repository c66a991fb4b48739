import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EndpointSpec } from '@tocsin/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drivenClock } from '../platform/clock.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { startWalkApp, type WalkApp } from '../testing/role-walk/app.ts';

const contract = join(import.meta.dirname, '../../../contract/src');

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'may' in value;

/** Every endpoint of every table in the contract. */
const everyEndpoint = async (): Promise<EndpointSpec[]> => {
  const files = readdirSync(contract).filter((file) => file.endsWith('.ts') && !file.includes('.test.'));
  const modules: unknown[] = await Promise.all(files.map((file) => import(join(contract, file))));
  const tables = modules.flatMap((one) => (one !== null && typeof one === 'object' ? Object.values(one) : []));
  return tables.flatMap((table: unknown) =>
    table !== null && typeof table === 'object' ? Object.values(table).filter(isEndpoint) : [],
  );
};

const minuteMs = 60_000;
const start = 1_790_000_000_000 - (1_790_000_000_000 % minuteMs);
const database = testDatabase();
const clock = drivenClock(start);
let app: WalkApp;
beforeAll(async () => {
  app = await startWalkApp(database.db, clock, { perMinute: 1_000_000, hasRouteLimits: true });
});
afterAll(() => app.stop());

const limited = (await everyEndpoint()).filter((spec) => spec.perMinute !== undefined);

const ask = async ({ method, path }: Pick<EndpointSpec, 'method' | 'path'>, remoteAddress: string) => {
  const url = path.replace(/:\w+/g, '1');
  const { statusCode, headers } = await app.http.inject({ method, url, remoteAddress });
  return { statusCode, retryAfter: Number(headers['retry-after']) };
};

const fill = async (spec: EndpointSpec, from: string, calls: number): Promise<number[]> => {
  const answers: number[] = [];
  for (let n = 0; n < calls; n++) answers.push((await ask(spec, from)).statusCode);
  return answers;
};

// meets: iec-62443-4-2 CR 7.1
describe('a call that names a limit', () => {
  // meets: owasp-asvs-5 V2.3.2
  it('mails, checks a secret, or is expensive', () => {
    const paths = limited.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(12);
    expect(paths).toContain('/api/v1/users/activation/resend-activation/:id/');
    expect(paths).toContain('/api/v1/notification-settings/:id/test/');
  });

  it.each(limited.map((spec, i) => [`${spec.method} ${spec.path}`, spec, i] as const))(
    '%s answers 429 beyond its limit, with a sufficient wait',
    async (_name, spec, i) => {
      const most = spec.perMinute ?? 0;
      const from = `10.5.${i}.1`;
      expect(await fill(spec, from, most)).not.toContain(429);
      const refused = await ask(spec, from);
      expect(refused.statusCode).toBe(429);
      expect(refused.retryAfter).toBeGreaterThan(0);
      expect(refused.retryAfter).toBeLessThanOrEqual(120);
      // Another spelling is the same call; another network is another caller.
      for (const path of spec.also ?? []) expect((await ask({ ...spec, path }, from)).statusCode).toBe(429);
      expect((await ask(spec, `10.6.${i}.1`)).statusCode).not.toBe(429);
      clock.advanceTo(clock.now() + refused.retryAfter * 1000);
      expect((await ask(spec, from)).statusCode).not.toBe(429);
    },
  );

  it('counts one IPv6 network as one caller', async () => {
    const [spec] = limited;
    if (!spec) throw new Error('no call names a limit');
    const most = spec.perMinute ?? 0;
    for (let n = 0; n < most; n++) await ask(spec, `2001:db8:7:1::${n.toString(16)}`);
    expect((await ask(spec, '2001:db8:7:1:ffff::1')).statusCode).toBe(429);
    expect((await ask(spec, '2001:db8:7:2::1')).statusCode).not.toBe(429);
  });

  // meets: owasp-asvs-5 V2.4.1
  it('does not admit twice its limit at the turn of a minute', async () => {
    const [spec] = limited;
    if (!spec) throw new Error('no call names a limit');
    const most = spec.perMinute ?? 0;
    const turn = (Math.floor(clock.now() / minuteMs) + 2) * minuteMs;
    clock.advanceTo(turn - 1);
    expect(await fill(spec, '10.7.1.1', most)).not.toContain(429);
    clock.advanceTo(turn);
    expect((await ask(spec, '10.7.1.1')).statusCode).toBe(429);
  });
});
