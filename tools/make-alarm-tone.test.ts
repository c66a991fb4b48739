import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alarmTone } from './make-alarm-tone.ts';

test("the alarm tone is the script's output, small and never beyond full scale", () => {
  const root = join(import.meta.dirname, '..');
  const tone = alarmTone();
  expect(tone.equals(readFileSync(join(root, 'web/public/alarm-tone.wav')))).toBe(true);
  expect(tone.length).toBeLessThan(50_000);
  const samples = Array.from({ length: (tone.length - 44) / 2 }, (_, i) => tone.readInt16LE(44 + i * 2));
  expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(15_000);
  expect(Math.max(...samples.map(Math.abs))).toBeLessThan(32_767);
});
