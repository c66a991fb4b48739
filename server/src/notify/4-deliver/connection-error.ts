import { OutboundError } from '../../platform/outbound-http.ts';

/** The reason of a failed connection, without anything that was sent. */
export function errorText(error: unknown): string {
  if (error instanceof OutboundError) return error.message;
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? `The connection failed (${code})` : 'The connection failed';
}
