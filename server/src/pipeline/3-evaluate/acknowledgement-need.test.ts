import { expect, it } from 'vitest';
import { noon } from '../testing/test-device.ts';
import { needsAcknowledgement } from './acknowledgement-need.ts';

const day = 86_400_000;
type Asked = Parameters<typeof needsAcknowledgement>;
const device = (acknowledgedKinds: Asked[1]['device']['acknowledgedKinds'], warnsOnly = false) =>
  ({ device: { acknowledgedKinds }, warnsOnly }) as Asked[1];
const fact = (type: Asked[0]['type'], over: Partial<Asked[0]> = {}): Asked[0] => ({
  type,
  at: noon,
  sensorId: '4000',
  ...over,
});

it('asks for alarms whatever the client chose', () => {
  expect(needsAcknowledgement(fact('alarm_on'), device([]), noon)).toBe(true);
  expect(needsAcknowledgement(fact('alarm_off'), device(['warnings', 'offline', 'lost']), noon)).toBe(false);
});

it('asks for warnings, offline devices and lost nodes only if the client chose them', () => {
  const node = fact('warning_on', { sensorId: null });
  for (const [kind, one] of [
    ['warnings', fact('warning_on')],
    ['offline', fact('device_offline', { sensorId: null })],
    ['lost', node],
    ['lost', fact('sensor_disappeared')],
  ] as const) {
    expect(needsAcknowledgement(one, device([]), noon)).toBe(false);
    expect(needsAcknowledgement(one, device([kind]), noon)).toBe(true);
  }
  expect(needsAcknowledgement(node, device(['warnings']), noon)).toBe(false);
});

it('treats warnings of devices that only warn as alarms', () => {
  expect(needsAcknowledgement(fact('warning_on'), device([], true), noon)).toBe(true);
});

it('never asks for tests, nor for late events received after seven days', () => {
  expect(needsAcknowledgement(fact('alarm_on', { test: true }), device([]), noon)).toBe(false);
  expect(needsAcknowledgement(fact('alarm_on'), device([]), noon + 7 * day)).toBe(true);
  expect(needsAcknowledgement(fact('alarm_on'), device([]), noon + 7 * day + 1)).toBe(false);
});
