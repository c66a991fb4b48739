import type { Severity } from '@tocsin/contract/status';
import { expect, test } from 'vitest';
import { countNodes, filtered, type NodeState, namesInTiles, nodeNumber, temperatureUnits, troubled } from './nodes.ts';

const node = (id: number, worst: Severity, active = true): NodeState => ({
  id: String(id),
  number: nodeNumber(String(id)),
  name: `Node ${id}`,
  active,
  paths: [],
  worst,
  worstPath: null,
});

const all = [
  node(5, 'warning'),
  node(9, 'disabled', false),
  node(12, 'lost'),
  node(46, 'alarm'),
  node(23, 'alarm'),
  node(1, 'not-scanned'),
];

test('lists abnormal nodes worst first, then by number, without single missed scans', () => {
  expect(troubled(all).map((each) => each.id)).toEqual(['23', '46', '5', '12']);
});

test('filters active, alarmed and all nodes', () => {
  expect(filtered(all, 'active').map((each) => each.id)).toEqual(['5', '12', '46', '23', '1']);
  expect(filtered(all, 'alarmed').map((each) => each.id)).toEqual(['5', '46', '23']);
  expect(filtered(all, 'all_nodes').length).toBe(6);
});

test('a node in alarm is active whatever its activity', () => {
  expect(filtered([node(3, 'alarm', false)], 'active').length).toBe(1);
});

test('a node that has stopped answering stays among the active ones, one without data does not', () => {
  const silent = [node(21, 'not-scanned', false), node(12, 'lost', false), node(40, 'no-data', false)];
  expect(filtered(silent, 'active').map((each) => each.id)).toEqual(['21', '12']);
});

test('counts nodes by their worst state, of those that a list shows', () => {
  const unused = node(40, 'no-data', false);
  expect(countNodes([...all, unused])).toEqual({ alarm: 2, warning: 1, lost: 1, other: 1, ok: 0 });
});

test('formats numbers with two digits', () => {
  expect([nodeNumber('5'), nodeNumber('64'), nodeNumber('A1')]).toEqual(['05', '64', 'A1']);
});

// spec: decisions 7 `degrees` of an F500-UDF is the unit in which its temperatures are shown
test('names the temperature unit of the tiles', () => {
  const units = (...all: readonly string[]) => temperatureUnits(all.map((unit) => ({ unit })));
  expect(units('C', '%', 'C')).toBe('°C');
  expect(units('F', 'PPM')).toBe('°F');
  expect(units('F', 'C')).toBe('°C and °F');
  expect(units('%')).toBe('');
});

test('names the values of the kinds of nodes of which there are several, the most frequent first', () => {
  const node = (id: number, ...names: readonly string[]) => ({ paths: names.map((name) => `${id}.${name}`) });
  const bearings = [1, 2, 3].map((id) => node(id, 'Bearing 1', 'Ambient'));
  const speeds = [4, 5].map((id) => node(id, 'Speed'));
  const nameOf = (path: string): string | undefined => path.split('.')[1];
  expect(namesInTiles([...speeds, ...bearings, node(6, 'Plug')], nameOf)).toEqual(['Bearing 1, Ambient', 'Speed']);
});
