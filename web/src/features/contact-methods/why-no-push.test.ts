import { texts } from '@tocsin/contract/texts/contact-methods';
import { expect, it } from 'vitest';
import { browserName, whyNoPush } from './why-no-push.ts';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36';
const good = { key: 'BKey', isSecure: true, hasPush: true, userAgent: desktop, permission: 'default' as const };

it.each([
  ['the portal offers none', { key: null }, texts.whyNot.address],
  ['the page is not secure', { isSecure: false }, texts.whyNot.address],
  [
    'an iPhone has no home screen page',
    { hasPush: false, userAgent: phone, permission: null },
    texts.whyNot.homeScreen,
  ],
  ['the browser has none', { hasPush: false, permission: null }, texts.whyNot.browser],
  ['the person blocked them', { permission: 'denied' as const }, texts.whyNot.denied],
])('says why not when %s', (_, over, text) => {
  expect(whyNoPush({ ...good, ...over })).toBe(text);
});

it('offers them otherwise', () => {
  expect(whyNoPush(good)).toBeNull();
  expect(whyNoPush({ ...good, permission: 'granted' })).toBeNull();
});

it('gives browsers readable names', () => {
  expect(browserName(desktop)).toBe('Chrome on Linux');
  expect(browserName(phone)).toBe('Safari on iPhone');
  expect(browserName('Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36 Edg/150.0')).toBe('Edge on Windows');
  expect(browserName('')).toBe('Browser on ?');
});
