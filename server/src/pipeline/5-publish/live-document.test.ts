import { shippedTypes } from '@tocsin/contract/device-type';
import { groupOrder } from '@tocsin/contract/group-order';
import { LiveDevice } from '@tocsin/contract/live';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noon, TestPipeline } from '../testing/test-device.ts';

// Many generated cases; generous, because other work may share the machine.
const documentOf = (bench: TestPipeline) =>
  LiveDevice.parse(JSON.parse(bench.pipeline.document(bench.device.id) ?? ''));

describe('the live document', () => {
  it('exists before the first birth, without groups', async () => {
    const bench = await new TestPipeline().start();
    expect(documentOf(bench)).toMatchObject({ Status: 'Not scanned', groups: [], frame_at: null, notices: [] });
  });

  it('orders groups as the specification does, others after them by id', async () => {
    const bench = await new TestPipeline().start();
    const names = ['Zebra', ...[...groupOrder].reverse(), 'Aardvark'];
    const groups = names.map((name, i) => ({ id: String(i), name, sensors: [{ id: `s${i}`, type: 'NUMERIC' }] }));
    await bench.birth({ groups });
    expect(documentOf(bench).groups.map((group) => group.Name)).toEqual([...groupOrder, 'Zebra', 'Aardvark']);
  });

  it("contains the time of each value's last update", async () => {
    const bench = await new TestPipeline().start();
    await bench.birth();
    await bench.frame([1, 2, 0]);
    bench.pass(5_000);
    await bench.send('data', { ts: bench.clock.now(), seq: 9, values: { '4.4001': 3 } });
    const [first, second] = documentOf(bench).groups[0]?.sensors ?? [];
    expect([first?.At, second?.At]).toEqual([noon, noon + 5_000]);
  });

  it('hides no sensor, but marks those that are disabled, not scanned, or without alarms', async () => {
    const bench = await new TestPipeline().start();
    await bench.birth();
    await bench.frame([null, null, 0], { state: { 0: 'System Selected Profile 0', 1: 'Sensor Not Scanned by T500' } });
    const status = () => documentOf(bench).groups.flatMap((group) => group.sensors.map((sensor) => sensor.Status));
    expect(status()).toEqual(['Disabled', 'Not Scanned', 'OK']);
    const emulated = await new TestPipeline({ shownType: shippedTypes['0006'] }).start();
    await emulated.birth();
    await emulated.frame([1, 2, 0]);
    expect(documentOf(emulated).device.deviceType).toBe('0006');
    expect(documentOf(emulated).groups[0]?.sensors[0]?.Status).toBe('N/A');
  });

  it('matches the contract for any names, units, texts and values', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        text,
        fc.array(fc.oneof(fc.double(), fc.constant(null), text), { minLength: 2, maxLength: 2 }),
        fc.dictionary(text, fc.oneof(text, fc.integer())),
        async (name, unit, state, values, meta) => {
          const bench = await new TestPipeline({ title: name }).start();
          const sensors = ['a', 'b'].map((id) => ({ id, name, type: 'NUMERIC', unit }));
          await bench.birth({ groups: [{ id: '1', name, meta, sensors }] });
          await bench.frame(values, { state: { 1: state } });
          const document = documentOf(bench);
          expect(document.groups[0]?.sensors).toHaveLength(2);
          const [value] = values;
          if (typeof value === 'number' && Number.isFinite(value)) {
            // Minus zero reads as 0; every other double is returned exactly.
            expect(Object.is(document.groups[0]?.sensors[0]?.Value, value + 0)).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
