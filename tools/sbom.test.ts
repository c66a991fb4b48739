import { expect, it } from 'vitest';
import { isAllowed, licenceProblems } from './sbom.ts';

const licensed = (name: string, id: string) => ({ name, version: '1.0.0', licenses: [{ license: { id } }] });

it.each([
  ['GPL-3.0-only', false],
  ['MPL-2.0', false],
  ['(MIT AND GPL-2.0)', false],
  ['', false],
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['(Apache-2.0 AND BSD-3-Clause)', true],
])('the licence %s is allowed: %s', (expression, is) => {
  expect(isAllowed(expression)).toBe(is);
});

// meets: owasp-asvs-5 V15.1.2
it('names packages with another licence or none', () => {
  const none = { name: 'bare', version: '2.0.0' };
  expect(licenceProblems([licensed('copyleft', 'AGPL-3.0-only'), none, licensed('fine', 'MIT')])).toEqual([
    'copyleft 1.0.0: AGPL-3.0-only',
    'bare 2.0.0: no licence',
  ]);
});
