import type { Person } from '../../access/principal.ts';
import { Refusal } from '../../platform/errors.ts';
import { type AccountsDependencies, minute } from './dependencies.ts';

/** Five wrong codes or passkeys lock verification for a quarter of an hour. */
export const secondFactorLimit = { bucket: 'second factor', most: 5, windowMs: 15 * minute };
const locked = 'Too many wrong codes. Please try again later.';

/**
 * Runs `check`; when it refuses, the failure counts and is noted. Five failures lock the second factor for 15 minutes.
 */
export const guardSecondFactor = async <T>(
  { throttle, security }: Pick<AccountsDependencies, 'throttle' | 'security'>,
  { who, address }: { readonly who: Person; readonly address: string },
  check: () => Promise<T>,
): Promise<T> => {
  try {
    const result = await throttle.guarded(secondFactorLimit, String(who.userId), check, { text: locked });
    await throttle.clear(secondFactorLimit, String(who.userId));
    return result;
  } catch (error) {
    if (error instanceof Refusal) {
      const kind = error.code === 'too-many' ? 'locked second factor' : 'failed second factor';
      await security.note({ kind, address, person: { id: who.userId, name: who.name } });
    }
    throw error;
  }
};
