import { expect, test } from 'vitest';
import { chunkCycle } from './chunk-cycles.ts';

const graph = (imports: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(imports));

test('finds a cycle of chunks wherever it begins', () => {
  expect(chunkCycle(graph({ page: ['shell'], shell: ['start'], start: [] }))).toBeNull();
  expect(chunkCycle(graph({ page: ['left', 'right'], left: ['base'], right: ['base'], base: [] }))).toBeNull();
  expect(chunkCycle(graph({ page: ['table'], table: ['antd'], antd: ['table'] }))).toEqual(['table', 'antd', 'table']);
  expect(chunkCycle(graph({ self: ['self'] }))).toEqual(['self', 'self']);
});
