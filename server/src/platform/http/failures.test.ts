import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { Refusal, type RefusalMore } from '../errors.ts';
import { createLog } from '../log.ts';
import { buildErrorHandler } from './failures.ts';

// meets: owasp-asvs-5 V16.3.2, V16.3.3
it('logs calls refused by rights, checks and limits with their caller, one line in a minute for the same', async () => {
  const lines: Record<string, unknown>[] = [];
  const http = Fastify({ logger: false });
  http.setErrorHandler(buildErrorHandler(createLog('info', (line) => lines.push(JSON.parse(line)))));
  const refusing = (path: string, code: ConstructorParameters<typeof Refusal>[0], more?: RefusalMore) =>
    http.get(path, (request) => {
      request.caller = 'user 5';
      throw new Refusal(code, 'no', more);
    });
  refusing('/right', 'forbidden');
  refusing('/guess/:id', 'not-found');
  refusing('/check', 'invalid', { fields: { name: ['Too long.'] } });
  refusing('/limit', 'too-many');
  refusing('/session', 'unauthenticated');
  const call = (url: string, remoteAddress = '10.1.2.3') => http.inject({ url, remoteAddress });
  for (const url of ['/right', '/guess/1', '/check', '/limit', '/session']) await call(url);
  for (let times = 0; times < 50; times++) await call(`/guess/${times}`);
  await call('/right', '10.9.9.9');
  const about = { message: 'call refused', caller: 'user 5', address: '10.1.2.3' };
  expect(lines).toMatchObject([
    { ...about, status: 403, call: 'GET /right' },
    { ...about, status: 404, call: 'GET /guess/:id' },
    { ...about, status: 400, call: 'GET /check' },
    { ...about, status: 429, call: 'GET /limit' },
    { ...about, status: 403, call: 'GET /right', address: '10.9.9.9' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('Too long');
  await http.close();
});
