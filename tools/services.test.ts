import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Service, startServices } from './services.ts';

const server = createServer();
let port = 0;
/** A port on which nothing listens. */
let free = 0;
const listening = (each: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve) =>
    each.listen(0, '127.0.0.1', () => resolve((each.address() as { readonly port: number }).port)),
  );

beforeAll(async () => {
  port = await listening(server);
  const other = createServer();
  free = await listening(other);
  await new Promise((resolve) => other.close(resolve));
});
afterAll(() => server.close());

const service = (others: Partial<Service>): Service => ({
  name: 'Broker',
  port: free,
  setting: 'TEST_SERVICE_URL',
  command: 'false',
  ...others,
});

it('leaves a service alone that listens', async () => {
  expect(await startServices([service({ port })])).toEqual([]);
});

it('leaves a service alone whose setting names another one', async () => {
  vi.stubEnv('TEST_SERVICE_URL', 'mqtt://broker.example');
  expect(await startServices([service({})])).toEqual([]);
  vi.unstubAllEnvs();
});

it('says which setting helps where a service is not installed', async () => {
  const line = `Broker does not listen on port ${free} and is not installed; TEST_SERVICE_URL can name another one`;
  expect(await startServices([service({ command: undefined })])).toEqual([line]);
});

it('says why a service could not be started', async () => {
  const command = 'echo no such cluster >&2; exit 1';
  const line = 'Broker was not running and could not be started: no such cluster';
  expect(await startServices([service({ command })])).toEqual([line]);
});
