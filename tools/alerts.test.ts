import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, '../docs/ops');
interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
}
interface RuleTests {
  readonly tests: readonly { readonly name: string }[];
}
const read = <T>(file: string): T => parse(readFileSync(join(folder, file), 'utf8'));
it('every alert has a test where it fires and one where it is quiet', () => {
  const alerts = read<Rules>('alerts.yml').groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const tested = read<RuleTests>('alerts.test.yml').tests.map(({ name }) => name);
  expect(alerts.length).toBeGreaterThan(20);
  expect(tested.toSorted()).toEqual(alerts.flatMap((alert) => [`${alert} fires`, `${alert} is quiet`]).toSorted());
});
