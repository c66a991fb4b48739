import { Source, unsqueeze } from './bytes.ts';
import { blankSegment, readMarks, type SlotSegment, slotsPerHour } from './slot-segment.ts';

/** A scale above 6 marks plain doubles. */
const unscaled = 255;

/** Opens slots of codec 1, which versions before 2.0.0 wrote. */
export function openSlots1(p: Buffer): SlotSegment[] {
  const source = new Source(unsqueeze(p));
  return Array.from({ length: source.u8() }, () => readSegment(source));
}

function readSegment(source: Source): SlotSegment {
  const sensors = source.u16();
  const holds = source.u8() === 1;
  const frames = new Uint32Array(slotsPerHour);
  for (let slot = 0; slot < slotsPerHour; slot++) frames[slot] = source.variable();
  const segment = blankSegment(sensors, slotsPerHour, frames, holds);
  for (let sensor = 0; sensor < sensors; sensor++) {
    readNumbers(source, segment, sensor * slotsPerHour);
    readMarks(source, segment, sensor * slotsPerHour);
  }
  return segment;
}

function readNumbers(source: Source, segment: SlotSegment, from: number): void {
  const scale = source.u8();
  const divisor = 10 ** scale;
  let before = 0;
  for (let slot = 0; slot < slotsPerHour; slot++) {
    const at = from + slot;
    const count = segment.frames[slot] - source.variable();
    segment.count[at] = count;
    if (count === 0) {
      segment.min[at] = segment.max[at] = segment.last[at] = Number.NaN;
      continue;
    }
    if (scale === unscaled) {
      segment.min[at] = source.f64();
      segment.max[at] = source.f64();
      segment.last[at] = source.f64();
      segment.sum[at] = source.f64();
      continue;
    }
    before += source.signed();
    segment.min[at] = before / divisor;
    segment.max[at] = (before + source.variable()) / divisor;
    segment.last[at] = (before + source.variable()) / divisor;
    segment.sum[at] = (before * count + source.variable()) / divisor;
  }
}
