import { badField } from '../../base/errors.ts';
import type { Throttle } from '../../base/throttle.ts';
import { minute } from './parts.ts';
import { isPassword } from './passwords.ts';

const oldPassword = { bucket: 'old password', most: 10, windowMs: 15 * minute };
const wrongOld = 'Your old password was entered incorrectly. Please enter it again.';

interface Owner {
  readonly id: number;
  readonly password_hash: string | null;
}

/** The password again, for what a lost session must not be able to do; counted like sign-ins. */
export const demandPassword = async (
  throttle: Throttle,
  owner: Owner,
  password: string,
  field: string,
  text = wrongOld,
): Promise<void> => {
  const attempt = await throttle.attempt(oldPassword, String(owner.id));
  if (!(await isPassword(owner.password_hash, password))) throw badField(field, text);
  await attempt.forgive();
};
