import { badField } from '../../platform/errors.ts';
import type { Throttle } from '../../platform/throttle.ts';
import { minute } from './dependencies.ts';
import { isPassword } from './passwords.ts';

const oldPassword = { bucket: 'old password', most: 10, windowMs: 15 * minute };
export const wrongOld = 'Your old password was entered incorrectly. Please enter it again.';

export const wrongPassword = 'Your password was entered incorrectly. Please enter it again.';

interface Owner {
  readonly id: number;
  readonly password_hash: string | null;
}

/** Demands the password again for actions that a stolen session must not allow. Failures count like failed sign-ins. */
export const demandPassword = async (
  throttle: Throttle,
  owner: Owner,
  password: string,
  field: string,
  text = wrongOld,
): Promise<void> => {
  await throttle.guarded(oldPassword, String(owner.id), async () => {
    if (!(await isPassword(owner.password_hash, password))) throw badField(field, text);
  });
};
