import { expect, it } from 'vitest';
import { hostOf, unsubscribeHeaders, wireMessageId } from './headers.ts';

const stored = '<rule-1-8-0-1-now@tocsin>';

it('sends the same rule mail of two installations under two Message-IDs of the sender’s domain', () => {
  const from = 'Tocsin <portal@plant.example>';
  expect(wireMessageId(stored, from, 'a')).toBe('<rule-1-8-0-1-now.a@plant.example>');
  expect(wireMessageId(stored, from, 'b')).not.toBe(wireMessageId(stored, from, 'a'));
  expect(wireMessageId(stored, from, 'a')).toBe(wireMessageId(stored, from, 'a'));
});

it.each([
  ['portal@Plant.Example', 'plant.example'],
  ['"A <odd> name" <portal@plant.example>', 'plant.example'],
  ['Mühle <portal@mühle.example>', 'xn--mhle-0ra.example'],
  ['portal', 'portal'],
  ['', 'localhost'],
])('uses the domain of %j', (from, domain) => {
  expect(wireMessageId(stored, from, 'a')).toBe(`<rule-1-8-0-1-now.a@${domain}>`);
});

it('leads from a rule’s mail to the rule, and from no other mail', () => {
  expect(unsubscribeHeaders(7, 'https://plant.example')).toEqual({
    'List-Unsubscribe': '<https://plant.example/user/setting/add/notification/7>',
  });
  expect(unsubscribeHeaders(null, 'https://plant.example')).toEqual({});
});

it('uses the host after the last @', () => {
  expect(hostOf('"a@b"@Plant.example')).toBe('plant.example');
});
