import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Version } from './fields.ts';

const wholeNumber = (least: number, most: number) => {
  const text = `Enter a whole number from ${least} to ${most}`;
  return z.number(text).int(text).min(least, text).max(most, text).nullable();
};

/** Bounds of a client's session limits; the largest idle time and lifetime are the defaults. */
export const sessionBounds = {
  idleMinutes: { least: 5, most: 24 * 60 },
  lifetimeHours: { least: 1, most: 90 * 24 },
  sessions: { least: 1, most: 100 },
} as const;

/** How a client's people sign in. */
export const ClientSignIn = z.object({
  /** Minutes without a person's input after which a session ends; null: 24 hours without any use. */
  session_idle_minutes: z.number().nullable(),
  /** Hours after which a session ends in any case; null: 90 days. */
  session_lifetime_hours: z.number().nullable(),
  /** Sessions of one person at a time; a further one ends the one that was used least recently. Null: unlimited. */
  max_sessions: z.number().nullable(),
  version: z.number(),
});
export type ClientSignIn = z.infer<typeof ClientSignIn>;

export const ClientSignInPatch = z
  .object({
    session_idle_minutes: wholeNumber(sessionBounds.idleMinutes.least, sessionBounds.idleMinutes.most),
    session_lifetime_hours: wholeNumber(sessionBounds.lifetimeHours.least, sessionBounds.lifetimeHours.most),
    max_sessions: wholeNumber(sessionBounds.sessions.least, sessionBounds.sessions.most),
    version: Version,
  })
  .partial();
export type ClientSignInPatch = z.infer<typeof ClientSignInPatch>;

export const endpoints = {
  one: endpoint.get('/api/v1/clients/:id/sign-in/', {
    may: 'client.change',
    programs: 'none',
    says: 'Limits of the sessions of its people',
    reply: ClientSignIn,
  }),
  change: endpoint.patch('/api/v1/clients/:id/sign-in/', {
    may: 'client.change',
    programs: 'none',
    says: 'Change the limits of the sessions of its people; null: the default',
    body: ClientSignInPatch,
    reply: ClientSignIn,
  }),
} as const;
