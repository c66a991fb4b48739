import { request } from 'node:http';
import { shippedTypes } from '@tocsin/contract/device-type';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { catalogOf, noon, someBirth, TestPipeline } from '../../testing/test-device.ts';
import { httpAdapter } from './http-adapter.ts';

async function adapter(over: ConstructorParameters<typeof TestPipeline>[0] = {}) {
  const bench = await new TestPipeline(over).start();
  const http = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  // Like the server: request bodies are read by the decoders, not by Fastify.
  http.setValidatorCompiler(() => (value) => ({ value }));
  http.setSerializerCompiler(() => (value) => JSON.stringify(value));
  await http.register(
    httpAdapter({
      intake: bench.pipeline,
      catalog: catalogOf(bench.devices),
      checkDevice: (serialNumber, code) => {
        if (code === 'throttled') return { kind: 'throttled', retryAfterMs: 30_000 };
        return serialNumber === 'SN7' && code === 'secret'
          ? { kind: 'ok', deviceId: bench.device.id }
          : { kind: 'wrong' };
      },
      clock: bench.clock,
    }),
  );
  const post = (kind: string, body: unknown, { code = 'secret', udfId = 'LEG1' } = {}) =>
    http.inject({
      method: 'POST',
      url: `/api/v1/ingest/${udfId}/${kind}/`,
      headers: {
        authorization: `Basic ${Buffer.from(`SN7:${code}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { bench, http, post };
}

describe('the HTTP adapter', () => {
  it('refuses a missing code, a wrong code, and repeated wrong codes', async () => {
    const { http, post } = await adapter();
    expect((await http.inject({ method: 'POST', url: '/api/v1/ingest/LEG1/birth/' })).statusCode).toBe(401);
    expect((await post('birth', someBirth(noon), { code: 'wrong' })).statusCode).toBe(401);
    const throttled = await post('birth', someBirth(noon), { code: 'throttled' });
    expect([throttled.statusCode, throttled.headers['retry-after']]).toEqual([429, '30']);
  });

  it("refuses another device's address, an unknown kind, and a polled F500", async () => {
    const { post } = await adapter();
    expect((await post('birth', someBirth(noon), { udfId: 'OTHER' })).statusCode).toBe(403);
    expect((await post('command', {})).statusCode).toBe(404);
    const polled = await adapter({
      type: shippedTypes.F500,
      shownType: shippedTypes.F500,
      udfId: null,
      ipAddress: '10.0.0.5',
    });
    expect((await polled.post('birth', someBirth(noon), { udfId: '7' })).statusCode).toBe(409);
  });

  it('makes a device wait for what its messages cost, births and refused ones included', async () => {
    const { bench, post } = await adapter();
    await post('birth', someBirth(noon));
    const junk = { ts: noon, v: [1], more: 'x'.repeat(4 * 1024 * 1024) };
    expect((await post('data', junk)).statusCode).toBe(400);
    const waits = await post('data', { ts: noon, v: [1, 2, 0] });
    expect([waits.statusCode, waits.headers['retry-after']]).toEqual([429, '1']);
    expect(waits.json().detail).toContain('large messages count as several');
    expect((await post('birth', someBirth(noon))).statusCode).toBe(429);
    expect(bench.pipeline.refused).toMatchObject({ rate: 2 });
    bench.pass(3_000);
    expect((await post('data', { ts: noon, v: [1, 2, 0] })).statusCode).toBe(200);
    // A long array is taken in slices, and costs less.
    const frames = Array.from({ length: 5_000 }, (_, i) => ({ ts: noon + i, v: [i, 2, 0], more: 'x'.repeat(800) }));
    expect((await post('data', frames)).statusCode).toBe(200);
    expect((await post('data', { ts: noon + 6_000, v: [1, 2, 0] })).statusCode).toBe(200);
  });

  it('refuses more values or depth than a message may have, before it parses them', async () => {
    const { bench, post } = await adapter();
    await post('birth', someBirth(noon));
    const deep = `{"ts":1,"values":${'['.repeat(100_000)}`;
    expect((await post('data', deep)).json().non_field_errors[0]).toContain('32 deep');
    const many = `{"ts":1,"values":[${'1,'.repeat(20_000)}`;
    expect((await post('data', many)).json().non_field_errors[0]).toBe('More than 10000 values');
    expect((await post('data', `[${'{},'.repeat(5_000)}`)).json().non_field_errors[0]).toContain(
      'More than 5000 frames',
    );
    const groups = `{"ts":1,"groups":[${'{},'.repeat(200_000)}`;
    expect((await post('birth', groups)).json().non_field_errors[0]).toBe('More than 100000 values');
    expect(bench.pipeline.refused).toEqual({ limit: 4 });
  });

  it('answers 409 to data before a birth and 400 to messages it cannot read', async () => {
    const { post } = await adapter();
    expect((await post('data', { ts: noon, v: [1] })).statusCode).toBe(409);
    await post('birth', someBirth(noon));
    const bad = await post('data', { ts: noon, v: [1] });
    expect([bad.statusCode, bad.json()]).toEqual([
      400,
      { non_field_errors: ['v has 1 values, the birth lists 3 sensors'] },
    ]);
    expect((await post('data', { v: [1, 2, 0] })).json()).toEqual({ non_field_errors: ['ts is missing'] });
    expect((await post('data', '{"ts":')).statusCode).toBe(400);
    const future = await post('data', { ts: noon + 400_000, v: [1, 2, 0] });
    expect([future.statusCode, future.json()]).toEqual([
      400,
      { non_field_errors: ['Its time is more than 5 minutes ahead of the server'] },
    ]);
  });

  it('refuses a birth with 1,001 sensors and a post of 5,001 frames', async () => {
    const { post } = await adapter();
    const sensors = Array.from({ length: 1_001 }, (_, i) => ({ id: `s${i}`, type: 'NUMERIC' }));
    expect((await post('birth', { ts: noon, groups: [{ id: '1', name: 'A', sensors }] })).statusCode).toBe(400);
    await post('birth', someBirth(noon));
    expect(
      (
        await post(
          'data',
          Array.from({ length: 5_001 }, () => ({ ts: noon, v: [1, 2, 0] })),
        )
      ).statusCode,
    ).toBe(400);
  });

  it('answers 429 above 100 posts a second and 503 while the queue is full', async () => {
    const { bench, post } = await adapter();
    await post('birth', someBirth(noon));
    const codes = new Set<number>();
    for (let seq = 0; seq < 210; seq++) codes.add((await post('data', { ts: noon, seq, v: [1, 2, 0] })).statusCode);
    expect([...codes]).toEqual([200, 429]);
    bench.frameWriter.isFull = true;
    bench.pass(1_000);
    expect((await post('data', { ts: noon, seq: 999, v: [1, 2, 0] })).statusCode).toBe(503);
  });

  it('says which time a sender probably means, in the answer and at the device', async () => {
    const { bench, post } = await adapter();
    const sent = async (ts: unknown) => (await post('data', { ts, v: [1, 2, 0] })).json();
    const seconds = `ts is in seconds: send milliseconds since 1970, such as ${noon}`;
    expect((await post('birth', { ...someBirth(noon), ts: noon / 1_000 })).json()).toMatchObject({ notice: seconds });
    expect((await post('birth', someBirth(noon))).json()).not.toHaveProperty('notice');
    expect(await sent(noon / 1_000)).toEqual({ non_field_errors: [seconds] });
    expect(JSON.parse(bench.pipeline.document(bench.device.id) ?? '')).toMatchObject({
      notices: [{ kind: 'refused', text: `Data refused: ${seconds}` }],
    });
    expect(await sent(noon * 1_000)).toEqual({ non_field_errors: [expect.stringContaining('in microseconds')] });
    expect(await sent(noon + 7_200_000)).toEqual({
      non_field_errors: ['ts is 2 h ahead, like a local time: send UTC'],
    });
    for (const ts of [String(noon), '2026-11-27T12:00:00Z', '2026-11-27 12:00:00'])
      expect(await sent(ts)).toEqual({
        non_field_errors: ['ts is a text: send milliseconds since 1970 as a number'],
      });
    expect(await sent(noon * 1_000_000)).toEqual({ non_field_errors: [expect.stringContaining('ts is out of range')] });
  });

  it('rations a short post of many frames by the memory that they take', async () => {
    const { bench, post } = await adapter();
    const sensors = Array.from({ length: 1_000 }, (_, i) => ({ id: String(i), name: `S${i}`, type: 'NUMERIC' }));
    await post('birth', { ts: noon, groups: [{ id: '1', name: 'A', sensors }] });
    bench.pass(10_000);
    // 45 bytes a frame here, 8 kB of values in memory: 2 MB are 61 messages of the 200 that may come at once.
    const frames = (at: number) =>
      Array.from({ length: 250 }, (_, i) => ({ ts: noon - 3_600_000 + at + i, values: {} }));
    for (const at of [0, 1_000, 2_000, 3_000]) expect((await post('data', frames(at))).statusCode).toBe(200);
    expect((await post('data', frames(4_000))).statusCode).toBe(429);
  });

  it('counts accepted, duplicate and unreadable frames separately', async () => {
    const { bench, post } = await adapter();
    await post('birth', someBirth(noon));
    bench.pass(60_000);
    const frames = [
      { ts: noon + 1_000, seq: 1, v: [1, 2, 0] },
      { ts: noon + 2_000, seq: 2, v: [1, 'x', 0] },
      { ts: noon + 3_000, seq: 3, v: [1] },
    ];
    expect((await post('data', frames)).json()).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected_values: 1,
      refused_frames: 1,
      refused_reason: 'v has 1 values, the birth lists 3 sensors',
    });
    expect((await post('data', frames.slice(0, 2))).json()).toEqual({ accepted: 0, duplicates: 2, rejected_values: 0 });
    expect(bench.frameWriter.frames).toHaveLength(2);
  });

  it('accepts the path with and without its trailing slash', async () => {
    const { http } = await adapter();
    const url = '/api/v1/ingest/leg1/birth';
    const authorization = `Basic ${Buffer.from('SN7:secret').toString('base64')}`;
    const answer = await http.inject({
      method: 'POST',
      url,
      headers: { authorization },
      payload: JSON.stringify(someBirth(noon)),
    });
    expect(answer.json()).toEqual({ accepted: 0, duplicates: 0, rejected_values: 0 });
  });
});

describe('a post by an unknown sender', () => {
  const half = '{"ts":';
  /** Sends the headers and half of the body, then waits for the response without sending the rest. */
  async function answerToHalf(authorization: string | null) {
    const { http } = await adapter();
    await http.listen({ host: '127.0.0.1', port: 0 });
    const address = http.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const headers = {
      'content-type': 'application/json',
      'content-length': String(8 * 1024 * 1024),
      ...(authorization === null ? {} : { authorization }),
    };
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(
        { port: address.port, method: 'POST', path: '/api/v1/ingest/LEG1/data/', headers },
        (response) => {
          resolve(response.statusCode);
          call.destroy();
        },
      );
      call.on('error', reject);
      call.write(half);
    });
    await http.close();
    return answer;
  }

  it('is refused by its headers, before its body arrives', async () => {
    expect(await answerToHalf(null)).toBe(401);
    expect(await answerToHalf(`Basic ${Buffer.from('SN7:wrong').toString('base64')}`)).toBe(401);
  });

  it('counts against its network whatever serial number it uses, and never blocks the right code', async () => {
    const { http, post, bench } = await adapter();
    await post('birth', someBirth(noon));
    const guess = async (n: number) => {
      const authorization = `Basic ${Buffer.from(`SN-${n}:guess`).toString('base64')}`;
      const answer = await http.inject({
        method: 'POST',
        url: '/api/v1/ingest/LEG1/data/',
        headers: { authorization },
      });
      return [answer.statusCode, Number(answer.headers['retry-after'] ?? 0)] as const;
    };
    for (let n = 0; n < 60; n++) expect((await guess(n))[0]).toBe(401);
    const [status, retryAfter] = await guess(61);
    expect(status).toBe(429);
    expect(retryAfter).toBeGreaterThan(0);
    expect((await post('data', { ts: noon, v: [1] })).statusCode).not.toBe(429);
    bench.clock.advanceTo(bench.clock.now() + retryAfter * 1000);
    expect((await guess(62))[0]).toBe(401);
  });
});
