import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FileProblems } from './entity.ts';
import { PlantFile } from './file-schema.ts';
import { readPlantFile } from './read-file.ts';

const problemsOf = (text: string): string[] => {
  try {
    readPlantFile(text);
    return [];
  } catch (error) {
    if (!(error instanceof FileProblems)) throw error;
    return error.problems.map(({ line, text: said }) => `${line}: ${said}`);
  }
};
const client = (more: string) => `tocsin: 1
clients:
  Prairie:
    number: 1
    address: A
    phone: '1'
    full_name: N
    email: e@example.com
${more}`;

describe('a file', () => {
  it.each([
    ['that is none', 'tocsin: 2\nclients: {}\n', ['1: tocsin: This file begins with `tocsin: 1`.']],
    ['with a field that there is not', client('    colour: red\n'), ['3: clients.Prairie: There is no field colour.']],
    [
      'with a name twice',
      client('    sites:\n      A: { address: A, timezone: UTC }\n      A: { address: A, timezone: UTC }\n'),
      ['11: Map keys must be unique'],
    ],
    [
      'with a map whose path is none',
      client(
        "    maps:\n      M:\n        kinds:\n          - values:\n              - { path: 'a b', group: '1', id: '1', name: N, type: NUMERIC }\n",
      ),
      ['13: clients.Prairie.maps.M.kinds.0.values.0.path: Expected . or [, at character 2'],
    ],
    [
      'with a secret',
      client(
        "    sites:\n      A:\n        address: A\n        timezone: UTC\n        devices:\n          L: { type: '0300', code: s3cret }\n",
      ),
      [
        '14: clients.Prairie.sites.A.devices.L.code: A secret does not stand in the file: name an environment variable, like ${LEG_CODE}.',
      ],
    ],
    [
      'with names in a circle',
      client(
        '    sites:\n      A: { was: B, address: A, timezone: UTC }\n      B: { was: A, address: A, timezone: UTC }\n',
      ),
      ["10: 'A' was 'B' in a circle of names.", "11: 'B' was 'A' in a circle of names."],
    ],
    [
      'with a former name that is in use',
      client('    sites:\n      A: { was: B, address: A, timezone: UTC }\n      B: { address: A, timezone: UTC }\n'),
      ["10: 'B' is in the file too, in line 11."],
    ],
    [
      'with a rule set that there is not',
      client(
        "    sites:\n      A:\n        address: A\n        timezone: UTC\n        devices:\n          L: { type: '0300', rules: nothing }\n",
      ),
      ["14: There is no rule set 'nothing'."],
    ],
    [
      'with a policy of a rotation that there is not',
      client(
        '    rotations: {}\n    policies:\n      P:\n        event_types: [alarm_on]\n        steps: [{ after_minutes: 0, targets: [{ rotation: R }] }]\n',
      ),
      ["11: There is no rotation 'R' in the file."],
    ],
  ])('%s is refused with its line', (_what, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it('that grows by its anchors, nests without end or is no YAML is refused at once', () => {
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'
      .split('')
      .map((name, n) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefgh'[n]}`).join(', ')}]`)
      .join('\n')}\n`;
    expect(problemsOf(bomb)).toEqual(['1: Anchors are repeated too often: use rule_sets.']);
    expect(problemsOf(`tocsin: ${'['.repeat(200_000)}`).length).toBeGreaterThan(0);
    expect(problemsOf('a: b: c: d\n').length).toBeGreaterThan(0);
    expect(problemsOf('')).not.toEqual([]);
  });

  it('with a thousand mistakes names each with its line', () => {
    const sites = Array.from({ length: 1_000 }, (_, n) => `      S${n}: { address: 5, timezone: UTC }\n`).join('');
    const problems = problemsOf(client(`    sites:\n${sites}`));
    expect(problems.length).toBe(1_000);
    expect(problems.at(-1)).toMatch(/^1009: clients\.Prairie\.sites\.S999\.address: /);
  });

  it('may rename in a chain', () => {
    const text = client(
      '    sites:\n      A: { was: B, address: A, timezone: UTC }\n      B: { was: C, address: A, timezone: UTC }\n',
    );
    expect(problemsOf(text)).toEqual([]);
  });
});

it('has a JSON schema for editors in docs/', async () => {
  const schema = z.toJSONSchema(PlantFile, { io: 'input', unrepresentable: 'any' });
  const text = JSON.stringify({ title: 'Tocsin plant file', ...schema }, null, 2);
  await expect(`${text}\n`).toMatchFileSnapshot(join(import.meta.dirname, '../../../docs/plant-file.schema.json'));
});
