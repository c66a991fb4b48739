import { z } from 'zod';

/** Why a limit, rule, policy or channel is loosened or removed. Some clients require it. */
export const ChangeReason = z
  .string()
  .trim()
  .max(1500, 'Ensure this field has no more than 1500 characters.')
  .optional();

/** The reason of a removal, for programs that send a body with DELETE; the query works too. */
export const RemovalReason = z.object({ reason: ChangeReason }).nullish();
