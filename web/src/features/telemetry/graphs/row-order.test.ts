import { describe, expect, it } from 'vitest';
import type { Columns } from '../../../ui/chart/columns.ts';
import type { EventSpan } from './event-spans.ts';
import type { GraphName } from './queries.ts';
import { inOverview, isUnchanged } from './row-order.ts';

const name = (path: string, isState = false): GraphName => ({ path, name: path, group: '', isState });
const span = (path: string | null, type: EventSpan['type']): EventSpan => ({ from: 0, to: 1, path, type });

describe('the order of the overview', () => {
  it('has numbers before states, and in each alarms before warnings', () => {
    const names = [name('7.1.a', true), name('7.1.b'), name('7.1.c', true), name('7.1.d'), name('7.1.e')];
    const events = [span('7.1.c', 'alarm_on'), span('7.1.d', 'warning_on'), span('7.1.e', 'alarm_on')];
    expect(inOverview(names, events).map(({ path }) => path)).toEqual(['7.1.e', '7.1.d', '7.1.b', '7.1.c', '7.1.a']);
  });
  it('counts an event of a node for its graph, and none of a device', () => {
    const names = [name('7.2'), name('7.1'), name('7.11')];
    const events = [span('7.1.temp', 'alarm_on'), span(null, 'device_offline')];
    expect(inOverview(names, events).map(({ path }) => path)).toEqual(['7.1', '7.2', '7.11']);
  });
});

describe('a strip is unchanged', () => {
  const columns = (states: number[], flags: number[] = [], band: number[] | null = null): Columns => ({
    times: Float64Array.from(states.keys()),
    values: Float64Array.from(states, () => -1),
    low: band && Float64Array.from(states, () => -1),
    high: band && Float64Array.from(band),
    flags: Uint8Array.from({ length: states.length }, (_, i) => flags[i] ?? 0),
    states: Uint16Array.from(states),
    texts: ['Clear', 'Blocked'],
  });
  it('with one state and no alarm, also without data', () => {
    expect(isUnchanged(columns([0, 0, 0]))).toBe(true);
    expect(isUnchanged(columns([]))).toBe(true);
  });
  it('but not with another state, an alarm, or both within a slot', () => {
    expect(isUnchanged(columns([0, 1, 0]))).toBe(false);
    expect(isUnchanged(columns([0, 0, 0], [0, 1]))).toBe(false);
    expect(isUnchanged(columns([0, 0], [], [-1, 1]))).toBe(false);
  });
});
