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

it('ends the mails of a rule by one press, and has no such header in other mails', () => {
  expect(unsubscribeHeaders('7.abc', 'https://plant.example')).toEqual({
    'List-Unsubscribe': '<https://plant.example/api/v1/unsubscribe/7.abc/>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(unsubscribeHeaders(null, 'https://plant.example')).toEqual({});
});

it('uses the host after the last @', () => {
  expect(hostOf('"a@b"@Plant.example')).toBe('plant.example');
});
