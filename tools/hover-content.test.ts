import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '../web/src');
const filesWith = (pattern: string, found: RegExp): readonly string[] =>
  globSync(pattern, { cwd: web })
    .filter((file) => !file.includes('.test.') && found.test(readFileSync(join(web, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();

it('only the words of notes come by pointing or focus; all other hints are the browser’s own', () => {
  const opening = /import \{[^}]*\bTooltip\b[^}]*\} from 'antd'|trigger=\{?\[?[^\n>]*'(hover|focus)'/;
  // Each is tried in e2e/thorough/tooltips.spec.ts.
  expect(filesWith('**/*.tsx', opening)).toEqual(['features/telemetry/graphs/notes/notes-lane.tsx']);
});

it('every list that opens at a button opens by a press', () => {
  // antd's default of both is hovering.
  const missing = filesWith('**/*.tsx', /<(Dropdown|Popover)\b/).filter((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/<(?:Dropdown|Popover)\b[\s\S]{0,200}/g)].some(
      ([element]) => !/trigger=(\{\['click'\]\}|"click")/.test(element),
    ),
  );
  expect(missing).toEqual([]);
});
