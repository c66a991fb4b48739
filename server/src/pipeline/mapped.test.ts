import { PayloadMap } from '@tocsin/contract/payload-map';
import { describe, expect, it } from 'vitest';
import type { Receipt } from './1-receive/intake.ts';
import { compileMap } from './1-receive/mapped/compiled-map.ts';
import { mappedMessage } from './1-receive/mapped/mapped-message.ts';
import type { Arrival } from './1-receive/mapped/read-mapped.ts';
import { TestPipeline } from './testing/test-device.ts';

const map = compileMap(
  PayloadMap.parse({
    name: 'Fan',
    kinds: [
      {
        values: [
          {
            path: 'bearing',
            group: 'fan',
            id: 'bearing',
            name: 'Bearing',
            type: 'NUMERIC',
            unit: '°C',
            alarm: { path: 'hot', when: [true] },
          },
          { path: 'more.*', group: 'more', id: '{key}', name: '{key}', type: 'auto' },
        ],
      },
    ],
  }),
);

async function fan() {
  const bench = await new TestPipeline().start();
  const send = (body: unknown, how: Arrival['how'] = 'live', at = bench.clock.now()): Promise<Receipt> => {
    const bytes = Buffer.from(JSON.stringify(body));
    const sent = { topic: null, bytes, arrival: { at, how } };
    const message = mappedMessage(bench.device.id, { compiled: map, openUntil: Number.POSITIVE_INFINITY }, sent);
    return new Promise((resolve) => bench.pipeline.take(message, resolve));
  };
  const document = () => JSON.parse(bench.pipeline.document(bench.device.id) ?? 'null');
  return { bench, send, document };
}
const newMore = (i: number) => ({ bearing: 20, more: { [`key${i}`]: i } });

describe('mapped messages', () => {
  it('need no birth: the first message makes one, and its values are live', async () => {
    const { bench, send, document } = await fan();
    expect(await send({ bearing: 61.4, hot: false })).toMatchObject({ kind: 'stored', accepted: 1 });
    expect(bench.frameWriter.frames).toHaveLength(1);
    expect(document()).toMatchObject({ device: { is_online: true } });
    bench.pass(2_000);
    await send({ bearing: 95, hot: true });
    expect(bench.types()).toContain('alarm_on');
  });

  it('keep an alarm while its flag or value is missing', async () => {
    const { bench, send } = await fan();
    await send({ bearing: 95, hot: true });
    for (const body of [{ more: { a: 1 } }, { bearing: null, hot: false }, { bearing: 'x', hot: false }]) {
      bench.pass(2_000);
      await send(body);
    }
    expect(bench.types().filter((type) => type.startsWith('alarm'))).toEqual(['alarm_on']);
    bench.pass(2_000);
    await send({ bearing: 60, hot: false });
    expect(bench.types()).toContain('alarm_off');
  });

  it('grow the list of sensors and keep what is known; after 20 lists in an hour new keys are counted', async () => {
    const { bench, send } = await fan();
    await send({ bearing: 95, hot: true });
    for (let i = 0; i < 25; i++) {
      bench.pass(1_000);
      expect(await send(newMore(i))).toMatchObject({ kind: 'stored', rejectedValues: i < 19 ? 0 : 1 });
    }
    expect(bench.types().filter((type) => type.startsWith('alarm'))).toEqual(['alarm_on']);
    bench.pass(3_600_000);
    expect(await send(newMore(24))).toMatchObject({ kind: 'stored', rejectedValues: 0 });
  });

  it('without a mapped value are counted and no sign of life; the third in a row says so once', async () => {
    const { bench, send, document } = await fan();
    await send({ bearing: 20 });
    for (let i = 0; i < 4; i++) {
      bench.pass(60_000);
      expect(await send({ joined: true })).toMatchObject({ kind: 'refused', why: 'unmapped' });
    }
    const { events } = bench.frameWriter;
    expect(events.filter(({ type }) => type === 'device_administration').map(({ content }) => content)).toEqual([
      'Data refused: No value of the map is in this message',
    ]);
    expect(bench.types()).toContain('device_offline');
    expect(document().notices.map(({ kind }: { kind: string }) => kind)).toEqual(['offline', 'refused']);
    expect(bench.pipeline.refused).toEqual({ unmapped: 4 });
    bench.pass(1_000);
    await send({ bearing: 20 });
    expect(document().notices).toEqual([]);
  });

  it('that a broker kept are late and no sign of life, and their alarm is told once', async () => {
    const { bench, send, document } = await fan();
    await send({ bearing: 20 });
    bench.pass(600_000);
    expect(document()).toMatchObject({ device: { is_online: false } });
    await send({ bearing: 95, hot: true }, 'queued');
    bench.pass(1_000);
    await send({ bearing: 96, hot: true }, 'queued');
    expect(document()).toMatchObject({ device: { is_online: false } });
    expect(bench.frameWriter.late).toHaveLength(2);
    const alarms = bench.frameWriter.events.filter(({ type }) => type === 'alarm_on');
    expect(alarms.map(({ late, notified, active }) => [late, notified, active])).toEqual([[true, true, false]]);
  });

  it('of the past are history and tell nothing', async () => {
    const { bench, send, document } = await fan();
    await send({ bearing: 95, hot: true }, 'past', bench.clock.now() - 3_600_000);
    expect(bench.types()).toEqual([]);
    expect(bench.frameWriter.late).toHaveLength(1);
    expect(document()).toMatchObject({ device: { is_online: false } });
  });
});
