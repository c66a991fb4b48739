import { expect, it } from 'vitest';
import { totp } from './totp.ts';

// RFC 6238, appendix B: secret '12345678901234567890', and the last six of the table's eight digits.
it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [2000000000, '279037'],
])('gives the code of the RFC at %i s', (seconds, code) => {
  expect(totp('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', seconds * 1000)).toBe(code);
});
