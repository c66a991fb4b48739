import { describe, expect, it } from 'vitest';
import type { CatalogDevice } from '../catalog.ts';
import { TestPipeline } from '../testing/test-device.ts';

const out = { path: '4.4000', by: 'Ann', reason: 'Cable is loose', since: 0, reviewAt: 0 };

/** A device with an alarm of its first sensor, and the change of its settings. */
const withAlarm = async (before: Partial<CatalogDevice>) => {
  const bench = await new TestPipeline(before).start();
  await bench.birth();
  await bench.frame([50, 50, 0], { alarm: [0] });
  const change = async (after: Partial<CatalogDevice>): Promise<string[]> => {
    const device = { ...bench.device, suspended: false, sensorsOutOfService: [], ...after };
    bench.devices.set(device.id, device);
    bench.pipeline.catalogChanged(bench.device, device);
    await bench.frame([51, 50, 0], { alarm: [0] });
    return bench.frameWriter.changes.map((one) => one.kind);
  };
  return { bench, change };
};

describe('a sensor out of service', () => {
  it('stores its events as always', async () => {
    const { bench } = await withAlarm({ sensorsOutOfService: [out] });
    expect(bench.types()).toContain('alarm_on');
  });

  it('notifies again of what is still active when it returns', async () => {
    const { change } = await withAlarm({ sensorsOutOfService: [out] });
    expect(await change({})).toEqual(['again']);
  });

  it('does not notify when another sensor returns, nor when it is taken out or extended', async () => {
    const other = { ...out, path: '4.4001' };
    expect(
      await (await withAlarm({ sensorsOutOfService: [out, other] })).change({ sensorsOutOfService: [out] }),
    ).toEqual([]);
    expect(await (await withAlarm({})).change({ sensorsOutOfService: [out] })).toEqual([]);
    const extended = { ...out, reason: 'Part is ordered', reviewAt: 1 };
    expect(await (await withAlarm({ sensorsOutOfService: [out] })).change({ sensorsOutOfService: [extended] })).toEqual(
      [],
    );
  });

  it('stays silent when its device is reactivated', async () => {
    const device = { suspended: true, sensorsOutOfService: [out] };
    expect(await (await withAlarm(device)).change({ sensorsOutOfService: [out] })).toEqual([]);
    expect(await (await withAlarm(device)).change({})).toEqual(['again']);
  });
});
