import { describe, expect, it } from 'vitest';
import { createDevice } from './create-device.ts';
import { historyDayStarts, historyDaysAsSent, historyOfDay } from './demo-history.ts';
import { DemoLoop } from './demo-loop.ts';
import { demoClients, demoDevices } from './demo-plant.ts';
import { indexSensors } from './sensor-index.ts';
import type { SimFrame } from './shape.ts';

const start = Date.UTC(2026, 10, 20, 9, 30);

describe('the demo plant', () => {
  it('has three sites in three zones and eight devices of all types', () => {
    const sites = demoClients.flatMap((c) => c.sites);
    expect(new Set(sites.map((s) => s.timezone)).size).toBe(3);
    expect(demoDevices).toHaveLength(8);
    expect(new Set(demoDevices.map((d) => d.type)).size).toBe(5);
  });

  it('names, warns and scales only sensors that its devices have', () => {
    for (const device of demoDevices) {
      const has = indexSensors(createDevice({ type: device.type, seed: 1, startMs: start }).model.groups);
      const named = [
        ...Object.keys(device.sensorNames),
        ...device.warnings.map((w) => w.sensor),
        ...device.scales.map((s) => s.sensor),
      ];
      expect(named.filter((path) => !has.has(path))).toEqual([]);
    }
  });

  it('raises the first warning after 60 to 120 s and an alarm within five minutes', () => {
    const sim = createDevice({ type: '0300', seed: 7, startMs: start, schedule: 'always', warm: true });
    const index = indexSensors(sim.model.groups).get('4.4000') ?? -1;
    const loop = new DemoLoop(start);
    const frames: SimFrame[] = [];
    for (let now = start; now < start + 300_000; now += 200) {
      for (const step of loop.due(now)) if (step.serialNumber === 'WD4-48123') sim.act(step.action);
      frames.push(...sim.advance(now).flatMap((m) => (m.kind === 'data' ? [m.frame] : [])));
    }
    const aboveMs = frames.find((f) => Number(f.v[index]) > 65)?.at ?? Number.NaN;
    const alarmMs = frames.find((f) => f.alarm.includes(index))?.at ?? Number.NaN;
    // The rule's delay is 60 s.
    expect(aboveMs + 60_000 - start).toBeGreaterThanOrEqual(60_000);
    expect(aboveMs + 60_000 - start).toBeLessThanOrEqual(120_000);
    expect(alarmMs - start).toBeLessThanOrEqual(240_000);
  });

  it('has an alarm in the last night that cleared before anybody was there, whenever it is first started', () => {
    const device = demoDevices.find(({ serialNumber }) => serialNumber === 'WD4-48124');
    if (!device) throw new Error('no device');
    for (const began of [start, start + 12 * 3_600_000, start - 3 * 3_600_000]) {
      const alarms = historyDayStarts(began)
        .slice(0, 2)
        .flatMap((day) => [...historyOfDay(device, day, began, began)].flat())
        .filter(({ ts, alarm }) => alarm.length > 0 && ts > began - 86_400_000);
      const night = Math.floor((began - 8.2 * 3_600_000) / 86_400_000) * 86_400_000 + 8.2 * 3_600_000;
      expect(alarms.some(({ ts }) => ts >= night && ts < night + 60_000)).toBe(true);
      const after = [...historyOfDay(device, Math.floor(night / 86_400_000) * 86_400_000, began, began)].flat();
      expect(after.find(({ ts }) => ts > night + 120_000)?.alarm).toEqual([]);
    }
  });

  it('has a bearing that runs hotter from week to week', () => {
    const device = demoDevices.find(({ wears }) => wears !== undefined);
    if (!device) throw new Error('no device');
    const has = indexSensors(createDevice({ type: device.type, seed: 1, startMs: start }).model.groups);
    const riseOf = (weeksAgo: number): number => {
      const day = Math.floor(start / 86_400_000) * 86_400_000 - weeksAgo * 7 * 86_400_000 - 86_400_000;
      const at = (frame: SimFrame, path: string): number => Number(frame.v[has.get(path) ?? -1]);
      const frames = [...historyOfDay(device, day, start, start)].flat();
      return Math.max(
        ...frames.filter((frame) => frame.alarm.length === 0).map((one) => at(one, worn) - at(one, '4.4004')),
      );
    };
    const worn = device.wears?.sensor ?? '';
    const [now, before] = [0, 2].map((week) => riseOf(week) - riseOf(5));
    expect([Math.abs((now ?? 0) - 10) < 2, Math.abs((before ?? 0) - 5) < 2]).toEqual([true, true]);
  });

  it('has a loose probe that reads too high six times a day, most of them in one frame, since some days', () => {
    const device = demoDevices.find(({ loose }) => loose !== undefined);
    if (!device?.loose) throw new Error('no device');
    const { sensor, days } = device.loose;
    const has = indexSensors(createDevice({ type: device.type, seed: 1, startMs: start }).model.groups);
    const limit = device.warnings.find((one) => one.sensor === sensor)?.value ?? Number.NaN;
    const [, yesterday = 0] = historyDayStarts(start);
    /** How many frames each time took. */
    const times = (day: number): number[] => {
      const runs: number[] = [];
      let isOver = false;
      for (const frame of [...historyOfDay(device, day, start, start)].flat()) {
        const wasOver = isOver;
        isOver = Number(frame.v[has.get(sensor) ?? -1]) > limit;
        if (isOver) runs.push(wasOver ? (runs.pop() ?? 0) + 1 : 1);
      }
      return runs;
    };
    expect(times(yesterday)).toEqual([12, 1, 1, 1, 1, 1]);
    expect(times(yesterday - days * 86_400_000)).toEqual([]);
  });

  it('has a history of full days in order, with alarms in it, the same each time', () => {
    const days = historyDayStarts(start);
    expect(days).toHaveLength(63);
    const device = demoDevices[0];
    if (!device) throw new Error('no device');
    let alarms = 0;
    for (const day of days.slice(1, 15)) {
      const frames = [...historyOfDay(device, day, start)].flat();
      expect(frames.length).toBeGreaterThanOrEqual(1_430);
      expect(frames.every((f, i) => i === 0 || f.ts > (frames[i - 1]?.ts ?? 0))).toBe(true);
      alarms += frames.filter((f) => f.alarm.length > 0).length;
    }
    expect(alarms).toBeGreaterThan(0);
    const today = [...historyOfDay(device, days[0] ?? 0, start)].flat();
    expect(today.at(-1)?.ts).toBeLessThan(start);
    expect(today).toEqual([...historyOfDay(device, days[0] ?? 0, start)].flat());
  });

  it('is sent in an order in which no day but the newest two comes before an older one', () => {
    const sent = historyDaysAsSent(start);
    expect(sent.toSorted()).toEqual(historyDayStarts(start).toSorted());
    expect(sent.slice(0, 2)).toEqual(historyDayStarts(start).slice(0, 2));
    expect(sent.slice(2)).toEqual(sent.slice(2).toSorted((a, b) => a - b));
  });
});
