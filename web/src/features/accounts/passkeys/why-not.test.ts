import { texts } from '@tocsin/contract/texts/passkeys';
import { expect, it } from 'vitest';
import { whyNoPasskeys } from './why-not.ts';

const origin = 'https://plant.example';

it('says why passkeys are not offered: the address of the portal, another address, an old browser', () => {
  expect(whyNoPasskeys({ offered: null, origin, hasApi: true })).toBe(texts.whyNot.address);
  expect(whyNoPasskeys({ offered: 'https://other.example', origin, hasApi: true })).toContain('https://other.example');
  expect(whyNoPasskeys({ offered: origin, origin, hasApi: false })).toBe(texts.whyNot.browser);
});

it('offers them at the address of the portal, and on the page of a sign-in until the server says otherwise', () => {
  expect(whyNoPasskeys({ offered: origin, origin, hasApi: true })).toBeNull();
  expect(whyNoPasskeys({ offered: undefined, origin, hasApi: true })).toBeNull();
});
