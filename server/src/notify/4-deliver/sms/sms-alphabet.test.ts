import { expect, it } from 'vitest';
import { oneSms } from './sms-alphabet.ts';

it.each([
  ['typographic signs', 'Test of “Nights” – „Nachts“… 65 °C ≥ 60', 'Test of "Nights" - "Nachts"... 65 C >= 60'],
  ['accents outside the alphabet', 'São João, Elevação nº 3, cigüeña', 'Sao Joao, Elevacao no 3, cigüeña'],
  ['accents of the alphabet', 'Förderband: Überhitzt, é à ñ ß', 'Förderband: Überhitzt, é à ñ ß'],
  ['other scripts', 'Нория 1', 'Нория 1'],
])('writes %s with the letters that a phone takes', (_what, text, sent) => {
  expect(oneSms(text, '')).toBe(sent);
});

it('cuts the text and never its end, at two texts of 153 characters', () => {
  expect(oneSms('x'.repeat(300), ' 47110')).toBe(`${'x'.repeat(300)} 47110`);
  expect(oneSms('x'.repeat(301), ' 47110')).toBe(`${'x'.repeat(297)}... 47110`);
});

it('counts a character of the extension twice, and two texts of 67 in another script', () => {
  expect(oneSms('€'.repeat(153), '')).toBe('€'.repeat(153));
  expect(oneSms('€'.repeat(154), '')).toBe(`${'€'.repeat(151)}...`);
  expect(oneSms('я'.repeat(134), '')).toBe('я'.repeat(134));
  expect(oneSms('я'.repeat(135), ' 471108')).toBe(`${'я'.repeat(124)}... 471108`);
});
