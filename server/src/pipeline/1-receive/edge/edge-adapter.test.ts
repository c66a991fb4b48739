import { SiteId } from '@tocsin/contract/ids';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { catalogOf, noon, someBirth, TestPipeline } from '../../testing/test-device.ts';
import type { Intake, Message } from '../intake.ts';
import { edgeAdapter } from './edge-adapter.ts';

const mine = 1;
const keys = new Map([
  ['Edge 1.right', mine],
  ['Edge 2.right', 2],
]);

/** A portal with one device of edge 1 at the edge's site, and what reaches the pipeline. */
async function portal({ isElsewhere = false } = {}) {
  const bench = await new TestPipeline({ edgeId: mine }).start();
  const { siteId } = bench.device;
  if (siteId === null) throw new Error('the device has no site');
  const taken: Message[] = [];
  const intake: Intake = {
    beginSession: () => {},
    endSession: () => {},
    reportsByException: () => false,
    countRefused: () => {},
    full: () => false,
    whenRoom: (resume) => resume(),
    take: (message, receipt) => {
      taken.push(message);
      receipt({
        kind: 'stored',
        accepted: 1,
        duplicates: 0,
        rejectedValues: 0,
        refusedFrames: 0,
        refusedReason: '',
      });
    },
  };
  const http = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  http.setValidatorCompiler(() => (value) => ({ value }));
  http.setSerializerCompiler(() => (value) => JSON.stringify(value));
  const gaps: unknown[] = [];
  await http.register(
    edgeAdapter({
      intake,
      catalog: catalogOf(bench.devices),
      clock: bench.clock,
      checkEdge: (authorization = '') => {
        const id = keys.get(authorization);
        return id === undefined ? null : { id, siteId: isElsewhere ? SiteId.parse(siteId + 1) : siteId };
      },
      heard: async () => null,
      gap: async (_, gap) => void gaps.push(gap),
      wasHeard: () => true,
    }),
  );
  const d = bench.device.id;
  const items = [
    { n: 1, d, k: 'birth', session: null, hash: '', birth: someBirth(noon), at: noon },
    { n: 2, d, k: 'death', ts: noon, will: false, session: null, at: noon },
    { n: 3, d, k: 'gap', from: noon, to: noon + 1_000, polls: 1 },
  ];
  const say = (authorization: string | undefined, sent: readonly object[] = items) =>
    http.inject({
      method: 'POST',
      url: '/api/v1/edge/exchange/',
      headers: authorization === undefined ? {} : { authorization },
      payload: { time: noon, lane: 'live', configuration: 0, items: sent },
    });
  const post = (payload: string | Buffer) =>
    http.inject({
      method: 'POST',
      url: '/api/v1/edge/exchange/',
      headers: { authorization: 'Edge 1.right', 'content-type': 'application/json' },
      payload,
    });
  return { say, post, taken, gaps };
}

describe('an exchange', () => {
  it('with a wrong key is refused, and counted by network', async () => {
    const { say, taken } = await portal();
    expect((await say(undefined)).statusCode).toBe(401);
    const codes: number[] = [];
    for (let i = 0; i < 11; i++) codes.push((await say(`Edge 1.wrong${i}`)).statusCode);
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(codes[10]).toBe(429);
    expect((await say('Edge 1.right')).statusCode).toBe(200);
    expect(taken.map(({ kind }) => kind)).toEqual(['birth', 'death']);
  });

  it('of more values or depth than it may have is refused before it is parsed', async () => {
    const { post, taken } = await portal();
    expect((await post(`{"items":${'['.repeat(100_000)}`)).statusCode).toBe(400);
    expect((await post(`{"items":[${'{},'.repeat(400_000)}`)).statusCode).toBe(400);
    expect((await post(Buffer.from('{"lane":"\xb0"}', 'latin1'))).statusCode).toBe(400);
    expect(taken).toEqual([]);
  });

  it('writes nothing of a device of another site', async () => {
    const { say, taken, gaps } = await portal({ isElsewhere: true });
    expect((await say('Edge 1.right')).json().results).toEqual(['refused', 'refused', 'refused']);
    expect([taken, gaps]).toEqual([[], []]);
  });

  it('says nothing of a device of another edge of the site', async () => {
    const { say, taken, gaps } = await portal();
    expect((await say('Edge 2.right')).json().results).toEqual(['refused', 'refused', 'refused']);
    expect([taken, gaps]).toEqual([[], []]);
  });
});
