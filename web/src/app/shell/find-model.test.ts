import { expect, test } from 'vitest';
import { findTargets, matchScore, type Target } from './find-model.ts';

const target = (kind: Target['kind'], label: string, about = ''): Target => ({
  key: `${kind} ${label} ${about}`,
  kind,
  label,
  about,
  icon: 'site',
  go: () => undefined,
});
const all = [
  target('sensor', 'Head bearing left', 'Leg 1'),
  target('sensor', 'Head bearing left', 'Leg 2'),
  target('device', 'Leg 1', 'Hutchinson Elevator'),
  target('device', 'Leg 10', 'Hutchinson Elevator'),
  target('page', 'Sensor Graphs'),
];
const names = (query: string) =>
  findTargets(all, query, 10).map(({ label, about }) => [label, about].filter(Boolean).join(', '));

test('requires every word, in any order', () => {
  expect(names('bearing leg 2')).toEqual(['Head bearing left, Leg 2']);
  expect(names('nothing')).toEqual([]);
});

test('ranks prefix matches first', () => {
  expect(names('leg 1').slice(0, 2)).toEqual(['Leg 1, Hutchinson Elevator', 'Leg 10, Hutchinson Elevator']);
});

test('ranks pages first while nothing is typed', () => {
  expect(names('')[0]).toBe('Sensor Graphs');
});

test('ranks the start of a word above its middle', () => {
  expect(matchScore('Head bearing', 'bear') ?? 9).toBeLessThan(matchScore('Forbearance', 'bear') ?? 0);
});

test('finds a help page by a word in its text, ranked below everything found by name', () => {
  const help: Target = { ...target('help', 'Back in time'), words: 'The graph of a moment' };
  expect(findTargets([help, ...all], 'graph', 10).map(({ label }) => label)).toEqual(['Sensor Graphs', 'Back in time']);
  expect(findTargets([help, ...all], 'moment', 10).map(({ label }) => label)).toEqual(['Back in time']);
});

test('ranks a help page below a page that is found by its words', () => {
  const help: Target = { ...target('help', 'Analytics'), words: 'a limit that somebody set' };
  const page: Target = { ...target('page', 'Warnings'), words: 'limits thresholds set point' };
  expect(findTargets([help, page], 'set a limit', 10)).toEqual([page, help]);
});

test('ranks active alarms above better matches, and finds them by site and by additional words', () => {
  const alarm: Target = { ...target('alarm', 'Head bearing right', 'Leg 2, Hutchinson Elevator'), words: 'Hot, 91 C' };
  expect(findTargets([...all, alarm], 'leg', 10)[0]).toBe(alarm);
  expect(findTargets([...all, alarm], 'hot', 10)).toEqual([alarm]);
  expect(findTargets([...all, alarm], 'silo', 10)).toEqual([]);
});

test('while nothing is typed, shows alarms in the given order, then recent targets, then pages', () => {
  const alarms = [target('alarm', 'Z'), target('alarm', 'A')];
  const recent = ['device Leg 10 Hutchinson Elevator', 'page of another person'];
  expect(findTargets([...all, ...alarms], ' ', 4, recent).map(({ label }) => label)).toEqual([
    'Z',
    'A',
    'Leg 10',
    'Sensor Graphs',
  ]);
});

test('offers an action on one alarm only when it is searched for', () => {
  const action: Target = { ...target('action', 'Shelve Head bearing left'), isOnlyFound: true };
  expect(findTargets([action], '', 5)).toEqual([]);
  expect(findTargets([action], 'shelve head', 5)).toEqual([action]);
});

test('limits the number of alarms, so that other targets are shown', () => {
  const alarms = Array.from({ length: 30 }, (_, n) => target('alarm', `Alarm ${n}`));
  expect(findTargets([...all, ...alarms], '', 12).filter(({ kind }) => kind === 'alarm')).toHaveLength(5);
});
