import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drivenClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { startConfirming } from './by-design.ts';

const calls: [string, unknown][] = [];
let listed = 0;
let entries: object[] = [];
const portal = createServer(async (request, response) => {
  let text = '';
  for await (const bytes of request) text += String(bytes);
  if (request.url?.includes('/protection/')) listed++;
  if (request.method === 'PUT') calls.push([request.url ?? '', JSON.parse(text)]);
  const answer = request.url?.includes('login') ? { token: 't' } : { results: entries };
  response.end(request.url?.includes('logout') ? '' : JSON.stringify(answer));
});
beforeAll(() => new Promise<void>((done) => portal.listen(0, '127.0.0.1', done)));
afterAll(() => {
  portal.close();
});

const entry = (kind: string, device_id: number, sensor_id: string, over: object = {}) => ({
  kind,
  device_id,
  sensor_id,
  ...over,
});
const play = async () => {
  const clock = drivenClock(0);
  const url = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
  const log = createLog('silent');
  const stop = startConfirming({ url, managers: ['a@b.example'], password: 'p', clock, log });
  listed = 0;
  clock.advanceTo(60_000);
  await eventually(() => expect(listed).toBe(1));
  return { clock, stop };
};

it('confirms all but two of a kind, device by device, and nothing that is no design', async () => {
  entries = [
    entry('offline', 1, '4.1'),
    ...['4.1', '4.2', '4.3', '4.4'].map((sensor) => entry('disabled', 1, sensor)),
    entry('disabled', 2, '5.1'),
    ...['6.1', '6.2', '6.3'].map((sensor) => entry('no_rules', 2, sensor)),
  ];
  const { clock, stop } = await play();
  // More may be announced.
  expect(calls).toEqual([]);
  await eventually(() => {
    clock.advanceTo(clock.now() + 60_000);
    expect(calls).toHaveLength(3);
  });
  await stop();
  const path = (device: number) => `/api/v1/devices/${device}/protection-design/`;
  expect(calls).toMatchObject([
    [path(1), { kind: 'disabled', sensors: ['4.3', '4.4'] }],
    [path(2), { kind: 'disabled', sensors: ['5.1'] }],
    [path(2), { kind: 'no_rules', sensors: ['6.3'] }],
  ]);
});

it('confirms nothing where somebody has confirmed something', async () => {
  calls.length = 0;
  entries = [
    entry('disabled', 1, '4.1', { is_by_design: true }),
    ...['4.2', '4.3', '4.4'].map((s) => entry('disabled', 1, s)),
  ];
  const { clock, stop } = await play();
  await eventually(() => {
    clock.advanceTo(clock.now() + 60_000);
    expect(listed).toBeGreaterThanOrEqual(2);
  });
  await stop();
  expect(calls).toEqual([]);
});
