import { z } from 'zod';

/** Why a limit, rule, policy or channel is loosened or removed. Some clients require it. */
export const ChangeReason = z
  .string()
  .trim()
  .max(1500, 'Ensure this field has no more than 1500 characters.')
  .optional();
