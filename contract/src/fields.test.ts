import { describe, expect, it } from 'vitest';
import { asciiEmail, isEmail, optionalEmail, requiredEmail } from './fields.ts';

describe('an e-mail address', () => {
  it.each([
    ['wache@mühle.example', 'wache@xn--mhle-0ra.example'],
    ['Wache@MÜHLE.example', 'Wache@xn--mhle-0ra.example'],
    ['a@谷物.example', 'a@xn--g2x936c.example'],
    ['a@xn--mhle-0ra.example', 'a@xn--mhle-0ra.example'],
    ['Ann.Vole@Plant.example', 'Ann.Vole@Plant.example'],
  ])('is stored as the DNS writes its domain: %s', (typed, stored) => {
    expect(requiredEmail().parse(typed)).toBe(stored);
    expect(optionalEmail().parse(typed)).toBe(stored);
    expect(isEmail(typed)).toBe(true);
  });

  it.each([
    'wache@mühle',
    'wäche@plant.example',
    '@mühle.example',
    'a@mühle.example/x',
    'a@mühle.example:25',
    'a@mühle.example?x',
    'a@mü hle.example',
    'a@mühle.example@evil.example/ü',
    'a@mühle..example',
    'a@mühle.example\nBcc: b@evil.example',
    'a@㎜.１２７.0.0.1',
  ])('is refused as %j', (typed) => {
    expect(isEmail(typed)).toBe(false);
    expect(requiredEmail().safeParse(typed).success).toBe(false);
  });

  it('leaves what is no address as it is', () => {
    for (const typed of ['ann', 'ü', '', 'a@ü/x']) expect(asciiEmail(typed)).toBe(typed);
  });
});
