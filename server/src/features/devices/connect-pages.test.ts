import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTagList } from './tag-list.ts';

const folder = join(import.meta.dirname, '../../../../docs/connect');

it.each(['modbus-plc.md', 'moxa-iologik.md', 'advantech-adam.md', 'siemens-logo.md'])(
  'the tag lists of %s are read to the last line',
  async (page) => {
    const lists = [...readFileSync(join(folder, page), 'utf8').matchAll(/```csv\n([\s\S]*?)```/g)];
    expect(lists.length).toBeGreaterThan(0);
    for (const [, list = ''] of lists) {
      const { taken, lines, bad } = await readTagList(new TextEncoder().encode(list), page);
      expect(bad).toEqual([]);
      expect(taken).toBe(lines);
    }
  },
);
