import { describe, expect, it } from 'vitest';
import { refuseBadPassword } from './password-rules.ts';

const person = {
  username: 'june',
  email: 'june@plant.example',
  first_name: 'June',
  last_name: 'Albright',
  company: 'P',
};
const check = (password: string) => refuseBadPassword(password, password, person, ['password1', 'password2']);
/** A text of this length that meets the rules. */
const ofLength = (length: number): string => 'Sorghum-Leg 7 '.repeat(100).slice(0, length);

describe('a password', () => {
  // meets: owasp-asvs-5 V6.2.9
  it('of 64 characters and of 1,000 is accepted, of any letters and blanks', async () => {
    for (const password of [ofLength(64), ofLength(1000), 'Zażółć gęślą jaźń 9', '  Wide  open  8  '])
      await expect(check(password), password).resolves.toBeUndefined();
  });

  it('is refused when it is longer, common, short, or contains words of its person', async () => {
    for (const password of [ofLength(1001), 'Password1', 'Abc1', 'June-Albright1', 'Plant.example1'])
      await expect(check(password), password).rejects.toThrow();
  });
});
