import type { WalkSensor, WalkTest } from '@tocsin/contract/walk-tests';
import { describe, expect, it } from 'vitest';
import {
  answerOf,
  answerSeconds,
  countdown,
  medianAnswer,
  missingText,
  stageOf,
  standing,
  swapOf,
  swapsOf,
  toDo,
} from './model.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 27, 17, 0, second)).toISOString();
const ms = (second: number): number => Date.parse(at(second));
const sensor = (path: string, over: Partial<WalkSensor> = {}): WalkSensor => ({
  sensor: path,
  name: path,
  group: 'Temperature',
  state: 'waiting',
  cause: null,
  reason: '',
  is_armed: true,
  is_on: false,
  notifies_at: null,
  announced_at: null,
  presses: 0,
  pressed_at: null,
  tripped_at: null,
  cleared_at: null,
  swapped_with: null,
  needs_confirmation: false,
  ...over,
});
const passed = { state: 'passed', is_armed: false, announced_at: at(0), tripped_at: at(2), cleared_at: at(7) } as const;
const walk = (sensors: readonly WalkSensor[], over: Partial<WalkTest> = {}): WalkTest => ({
  id: 5,
  device: 7,
  device_name: 'Leg 3',
  location: 1,
  location_name: 'Hutchinson',
  location_timezone: 'America/Chicago',
  state: 'armed',
  armed_by: 'Petra Lind',
  is_mine: true,
  since: at(0),
  idle_minutes: 30,
  ends_at: at(1_800),
  ended_at: null,
  end_reason: null,
  armed: 1,
  passed: 0,
  total: sensors.length,
  sensors: [...sensors],
  announced: null,
  last: null,
  signed_by: null,
  comment: '',
  server_time: ms(0),
  ...over,
});

describe('the page of a walk', () => {
  it('asks somebody else to take it over, and offers an unsigned one for a day', () => {
    expect(stageOf(null, false, null, 0)).toBe('arm');
    expect(stageOf(walk([], { is_mine: false }), false, null, ms(0))).toBe('watch');
    expect(stageOf(walk([]), true, null, ms(0))).toBe('end');
    const ended = walk([], { state: 'ended', ended_at: at(0) });
    expect(stageOf(ended, false, null, ms(60))).toBe('end');
    expect(stageOf(ended, false, null, ms(86_401))).toBe('arm');
    expect(stageOf(walk([], { state: 'signed' }), false, null, ms(0))).toBe('arm');
    expect(stageOf(walk([], { state: 'signed' }), false, 5, ms(0))).toBe('end');
  });

  it('says the last answer, and what nobody announced', () => {
    expect(answerOf(walk([sensor('a')]))).toBeNull();
    expect(answerOf(walk([sensor('a', passed)], { last: 'a' }))?.word).toBe('passed');
    expect(answerOf(walk([sensor('a', { state: 'tripped' })], { last: 'a' }))?.word).toMatch(/not announced/);
  });

  it('names the swapped pair until both are settled', () => {
    const pair = [
      sensor('a', { state: 'failed', cause: 'swapped', swapped_with: 'b' }),
      sensor('b', { state: 'failed', cause: 'swapped', swapped_with: 'a', tripped_at: at(2) }),
    ];
    const swapped = walk(pair, { announced: { sensor: 'a', at: at(1) } });
    expect(swapOf(swapped)).toMatchObject({ pressed: { sensor: 'a' }, tripped: { sensor: 'b' } });
    expect(missingText(pair[0] ?? sensor('a'), swapped)).toBe('swapped with b');
    const failed = { state: 'failed', cause: 'not_tripped' } as const;
    expect(missingText(sensor('a', failed), swapped)).toBe('not tested');
    expect(missingText(sensor('a', { ...failed, presses: 2 }), swapped)).toBe('did not answer');
    expect(swapOf({ ...swapped, announced: { sensor: 'b', at: at(9) } })).toBeNull();
    expect(answerOf({ ...swapped, last: 'b' })?.word).toBe('answered under another name');
    expect(swapsOf(swapped)).toEqual([]);
    const settled = pair.map((one) => ({ ...one, ...passed, cause: null }));
    expect(swapsOf(walk(settled)).map((both) => both.map(({ name }) => name))).toEqual([['a', 'b']]);
    expect(swapOf(walk(pair))).toBeNull();
  });

  it('warns a minute before a standing alarm notifies', () => {
    const held = walk([sensor('a', { is_on: true, notifies_at: at(300) })]);
    expect(standing(held, ms(239))).toEqual([]);
    expect(standing(held, ms(240))).toHaveLength(1);
  });

  it('lists what is left without what passed or was skipped, and measures the answers', () => {
    const all = walk([sensor('a', passed), sensor('b', { state: 'skipped', cause: 'by_person' }), sensor('c')]);
    expect(toDo(all).map((one) => one.sensor)).toEqual(['c']);
    expect([answerSeconds(sensor('a', passed)), medianAnswer(all), medianAnswer(walk([]))]).toEqual([2, 2, null]);
    expect([countdown(1_788_000), countdown(-5)]).toEqual(['29:48', '0:00']);
  });
});
