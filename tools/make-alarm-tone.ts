#!/usr/bin/env node
// Writes web/public/alarm-tone.wav, the portal's own alarm tone: `node tools/make-alarm-tone.ts`. The same parameters give
// the same bytes; a test compares them with the committed file.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const rate = 16_000;
const pitchesHz = [784, 988, 1175];
/** Three rising pulses, twice: audible over machines and distinct from a telephone. */
const pulses = [0, 0.16, 0.32, 0.62, 0.78, 0.94].map((at, i) => ({ at, hz: pitchesHz[i % 3] ?? 0 }));
const pulseS = 0.13;
const lengthS = 1.12;
const fadeS = 0.012;
/** Overtones for small loudspeakers and impaired hearing; the sum stays below full scale. */
const parts = [0.42, 0.22, 0.12, 0.08];

/** The tone as a WAV file: one channel of 16-bit samples. */
export function alarmTone(): Buffer {
  const count = Math.round(lengthS * rate);
  const wav = Buffer.alloc(44 + count * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + count * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(count * 2, 40);
  for (let i = 0; i < count; i++) wav.writeInt16LE(Math.round(sampleAt(i / rate) * 32_767), 44 + i * 2);
  return wav;
}

function sampleAt(t: number): number {
  const pulse = pulses.find(({ at }) => t >= at && t < at + pulseS);
  if (!pulse) return 0;
  const inside = t - pulse.at;
  const loud = Math.min(1, inside / fadeS, (pulseS - inside) / fadeS);
  return parts.reduce((sum, part, n) => sum + part * Math.sin(2 * Math.PI * pulse.hz * (n + 1) * inside), 0) * loud;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL('../web/public/alarm-tone.wav', import.meta.url), alarmTone());
