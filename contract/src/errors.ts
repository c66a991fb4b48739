import { z } from 'zod';

/** Every expected refusal and the HTTP status it is told with (decisions.md 1). */
export const refusalStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  'too-many': 429,
  unavailable: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

/** What a refusal says where the caller gave no text of its own. */
export const refusalTexts: Readonly<Record<RefusalCode, string>> = {
  invalid: 'Not valid.',
  unauthenticated: 'Authentication credentials were not provided.',
  forbidden: 'You do not have permission to perform this action.',
  'not-found': 'Not found.',
  conflict: 'Somebody else has changed this meanwhile.',
  'too-large': 'The request is too large.',
  unsupported: 'Unsupported media type.',
  'too-many': 'Too many requests. Please try again later.',
  unavailable: 'Not available at the moment. Please try again later.',
};

/** 400: texts by field; `non_field_errors` where no field is to blame; `index` names the row of a list sent whole. */
export const FieldErrors = z.record(z.string(), z.union([z.array(z.string()), z.number()]));
export type FieldErrors = z.infer<typeof FieldErrors>;

/** 401, 403, 404, 409, 413, 415, 429 and, with `request_id`, 5xx. */
export const DetailError = z.looseObject({ detail: z.string(), request_id: z.string().optional() });
export type DetailError = z.infer<typeof DetailError>;
