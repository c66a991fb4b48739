import { describe, expect, it } from 'vitest';
import { compactJson, mapJson } from './json.ts';
import type { SimFrame, SimGroup } from './shape.ts';

const groups: readonly SimGroup[] = [
  {
    id: '4',
    name: 'Temperature',
    sensors: [
      { id: '4000', name: 'Head bearing left', type: 'NUMERIC', unit: 'C' },
      { id: '4001', name: 'Head bearing right', type: 'NUMERIC', unit: 'C' },
    ],
  },
];
const frame = (over: Partial<SimFrame>): SimFrame => ({
  at: 1_000,
  ts: 1_000,
  boot: 1,
  seq: 0,
  v: [41.5, 40],
  alarm: [],
  state: {},
  ...over,
});

describe('the compact form', () => {
  it('leaves out alarm and state when there are none', () => {
    expect(compactJson(frame({}))).toEqual({ ts: 1_000, seq: 0, boot: 1, v: [41.5, 40] });
  });

  it('lists alarms and states by index', () => {
    expect(compactJson(frame({ alarm: [1], state: { 1: 'Absolute' } }))).toMatchObject({
      alarm: [1],
      state: { 1: 'Absolute' },
    });
  });
});

describe('the map form', () => {
  it('repeats a sensor as an object when its alarm ends, since a bare number would keep the alarm', () => {
    const before = frame({ alarm: [1], state: { 1: 'Absolute' } });
    expect(mapJson(frame({}), groups, before)).toMatchObject({
      values: { '4.4000': 41.5, '4.4001': { value: 40, alarm: false, state: '' } },
    });
  });
});
