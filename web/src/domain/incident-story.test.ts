import { expect, test } from 'vitest';
import { sensorAdvice } from './incident-story.ts';
import { incidentOf } from './testing/incidents.ts';
import { row } from './testing/rows.ts';

const now = Date.UTC(2026, 10, 20, 20, 36);
const keep = 'Keep the leg stopped.';

test('a sensor gives the order of its incident while it stands, and else one that is right at any time', () => {
  const sensor = row(1).full_sensor_id ?? '';
  const standing = incidentOf([row(1)]);
  const running = { ...standing, facts: { ...standing.facts, running: [row(1).device_id] } };
  expect(sensorAdvice([running], sensor, keep, now)).toBe('Stop Leg 1 now. Then: keep the leg stopped.');
  expect(sensorAdvice([standing], sensor, keep, now)).toBe(keep);
  const anytime = 'Stop it before you touch it. Then: keep the leg stopped.';
  expect(sensorAdvice([running], '7.4.4001', keep, now)).toBe(anytime);
  expect(sensorAdvice([incidentOf([row(1, { is_active: false, duration: 60 })])], sensor, keep, now)).toBe(anytime);
});
