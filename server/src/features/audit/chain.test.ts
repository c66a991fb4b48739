import { expect, it } from 'vitest';
import { contentDigest, shortAddress } from './chain.ts';

it.each([
  ['192.0.2.77', '192.0.2.0'],
  ['::ffff:192.0.2.77', '192.0.2.0'],
  ['2001:db8:12:34:5:6:7:8', '2001:db8:12::'],
  ['2001:db8::8', '2001:db8:0::'],
  ['::1', '0:0:0::'],
  ['', ''],
  ['nonsense', ''],
])('the address %s is shortened to %s', (address, short) => {
  expect(shortAddress(address)).toBe(short);
});

it('has one digest for equal values, whatever the order of their names', () => {
  const row = {
    seq: 1,
    id: 1,
    at: '2026-03-10T12:00:00.000000Z',
    day: '2026-03-10',
    user_id: null,
    user_name: 'Ann',
    address_digest: '00',
    client_id: null,
    site_id: null,
    device_id: null,
    action: 'change',
    subject: 'site',
    subject_id: '1',
    subject_name: '',
    old: null,
  };
  const digest = (value: unknown) => contentDigest({ ...row, new: value }).toString('hex');
  expect(digest({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(digest({ b: { d: [1, 2], c: 2 }, a: 1 }));
  expect(digest({ d: [2, 1] })).not.toBe(digest({ d: [1, 2] }));
});
