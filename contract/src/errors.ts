import { z } from 'zod';

/** Every expected refusal with its HTTP status. */
export const refusalStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  'too-many': 429,
  unavailable: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

/** Default texts of refusals. */
export const refusalTexts: Readonly<Record<RefusalCode, string>> = {
  invalid: 'Not valid.',
  unauthenticated: 'Authentication credentials were not provided.',
  forbidden: 'You do not have permission to perform this action.',
  'not-found': 'Not found.',
  'method-not-allowed': 'Method not allowed.',
  conflict: 'Somebody else has changed this meanwhile.',
  'too-large': 'The request is too large.',
  unsupported: 'Unsupported media type.',
  'too-many': 'Too many requests. Please try again later.',
  unavailable: 'Not available at the moment. Please try again later.',
};

/** 400: texts by field; `non_field_errors` for problems of the whole; `index` names the row of a list. */
export const FieldErrors = z.record(z.string(), z.union([z.array(z.string()), z.number()]));
export type FieldErrors = z.infer<typeof FieldErrors>;

/** 401, 403, 404, 405, 409, 413, 415, 429 and, with `request_id`, 5xx. */
export const DetailError = z.looseObject({ detail: z.string(), request_id: z.string().optional() });
export type DetailError = z.infer<typeof DetailError>;
