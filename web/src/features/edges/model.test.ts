import { expect, test } from 'vitest';
import { adapterTexts, eventsOf, offsetText, sizeText } from './model.ts';

test.each([
  [512 * 1024, '512 KB'],
  [3.44 * 1024 * 1024, '3.4 MB'],
  [1024 ** 3, '1 GB'],
  [0, '0 KB'],
])('%s bytes are shown as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test.each([
  [0, '0'],
  [-4, '0'],
  [21, '+0.02'],
  [-3_200, '-3.20'],
  [-86_400_000, '-86400'],
])('an offset of %s ms is shown as %s s', (ms, text) => {
  expect(offsetText(ms)).toBe(text);
});

test('lists the adapters of an edge, including disabled ones', () => {
  expect(adapterTexts({ adapters: { http_port: 8090, mqtt_port: 1883, polled_devices: 1 }, sessions: 2 })).toEqual([
    'HTTP on port 8090',
    'MQTT and Sparkplug on port 1883, 2 sessions',
    'Modbus, 1 device polled',
  ]);
  expect(adapterTexts({ adapters: { http_port: 8090, mqtt_port: null, polled_devices: 0 }, sessions: 0 })).toEqual([
    'HTTP on port 8090',
    'MQTT off',
    'Modbus, no device polled',
  ]);
});

test('lists outages and missed polls together, newest first', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 25, 12, minute)).toISOString();
  const gap = { device: { id: 1, title: 'Leg 1' }, from: at(10), to: at(20), polls: 3 };
  const outages = [30, 5].map((minute) => ({ from: at(minute - 2), to: at(minute), late_events: null }));
  expect(eventsOf({ gaps: [gap], outages }).map((event) => event.outage?.to ?? event.gap?.to)).toEqual([
    at(30),
    at(20),
    at(5),
  ]);
});
