import { z } from 'zod';

export const messageStates = [
  'pending',
  'sending',
  'sent',
  'delivered',
  'opened',
  'acknowledged',
  'failed',
  'cancelled',
] as const;
/** From the moment a message is due until its receiver acknowledged. */
export const MessageState = z.enum(messageStates);
export type MessageState = z.infer<typeof MessageState>;

export const messageMethods = ['email'] as const;
