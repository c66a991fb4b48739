import { type Layout, sensorPath } from '@tocsin/contract/layout';
import { inactiveStates, unscannedStates } from '@tocsin/contract/status';
import type pg from 'pg';
import { indexLayout } from '../../pipeline/fill-frame.ts';
import type { EvaluatedDevice } from '../../pipeline/types.ts';
import { conversionsOf } from '../../pipeline/unit-conversion.ts';
import { hourMs, hourOf } from '../codec/hour.ts';
import { openSlots } from '../codec/slots.ts';
import { inOnePicture, keyOf, readLayouts, readRowNames, readSlotBytes, readTexts } from '../read/store.ts';
import type { ScanAnswer, ScanQuery } from './calls.ts';
import { DeviceScan } from './device-scan.ts';
import type { ScannedSensor } from './suspicion.ts';

/** Hours read at a time: a day of 100 sensors is about 200 kB of stored slots. */
const stepMs = 24 * hourMs;

/**
 * Scans the stored slots of one device, a day at a time, each in a transaction of its own: memory does not grow with
 * the range, and what compaction writes meanwhile is seen by the next night.
 */
export async function scanDevice(pool: pg.Pool, { device, from, to }: ScanQuery): Promise<ScanAnswer> {
  const known = await inOnePicture({ pool, archive: null }, async (picture) => {
    const layouts = await readLayouts(picture, device.id, []);
    return { layout: [...layouts.values()].at(-1), texts: await readTexts(picture, device.id) };
  });
  if (!known.layout) return null;
  const sensors = scannedSensors(device, known.layout, to);
  const usable = usableTexts(known.texts);
  const scan = new DeviceScan(sensors, (status, state) => (usable[status] ?? true) && (usable[state] ?? true));
  const places = new Map<number, Int32Array>();
  for (let day = hourOf(from); day < to; day += stepMs) {
    const end = Math.min(day + stepMs, to);
    await inOnePicture({ pool, archive: null }, async (picture) => {
      const names = await readRowNames(picture, 'slots', device.id, day, end);
      if (names.length === 0) return;
      // Nothing is concluded from imported readings, whose layouts are below zero.
      const ids = new Set(names.flatMap(({ layoutIds }) => layoutIds));
      const unknown = [...ids].filter((id) => id > 0 && !places.has(id));
      if (unknown.length > 0)
        for (const [id, layout] of await readLayouts(picture, device.id, unknown))
          places.set(id, placesIn(layout, sensors));
      const bytes = await readSlotBytes(
        picture,
        device.id,
        names.map(({ t0 }) => t0),
      );
      for (const name of names) {
        const packed = bytes.get(keyOf(name));
        if (!packed) continue;
        openSlots(packed).forEach((segment, index) => {
          const place = places.get(name.layoutIds[index] ?? -1);
          if (place) scan.addHour(name.t0, segment, place);
        });
      }
    });
  }
  return { ...scan.finish(), sensors: sensors.map(({ path, type, unit }) => ({ path, type, unit })) };
}

function scannedSensors(device: EvaluatedDevice, layout: Layout, at: number): ScannedSensor[] {
  const shown = conversionsOf(device, indexLayout(layout), at);
  return layout.sensors.map((sensor, index) => {
    const path = sensorPath(sensor);
    const as = shown[index];
    return {
      path,
      groupId: sensor.groupId,
      name: device.sensorNames[path] ?? sensor.name,
      // Sensor Settings decide what an IE-Node's input is.
      type: as?.type ?? sensor.type,
      unit: sensor.unit,
      shownUnit: as?.unit ?? sensor.unit,
      k: as?.k ?? 1,
      c: as?.c ?? 0,
    };
  });
}

/** The index of each sensor in a layout; -1: not there, or with another type or unit, whose values say nothing. */
function placesIn(layout: Layout, sensors: readonly ScannedSensor[]): Int32Array {
  const own = new Map(layout.sensors.map((sensor, index) => [sensorPath(sensor), { unit: sensor.unit, index }]));
  return Int32Array.from(sensors, ({ path, unit }) => {
    const found = own.get(path);
    return found?.unit === unit ? found.index : -1;
  });
}

/** By index of a text: whether a sensor with it as status or state is measured at all. */
const usableTexts = (texts: readonly string[]): readonly boolean[] =>
  texts.map((text) => !inactiveStates.has(text) && !unscannedStates.has(text));
