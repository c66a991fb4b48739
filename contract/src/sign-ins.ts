import { z } from 'zod';
import { SiteId } from './ids.ts';

/** A place where the person who asks is signed in. */
export const OwnSession = z.object({
  id: z.number(),
  /** The one that asks. */
  is_current: z.boolean(),
  address: z.string(),
  agent: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** A screen on a wall that shows one site, by somebody's link, until it ends. */
export const WallDisplay = z.object({
  id: z.number(),
  location: SiteId,
  made_by: z.string(),
  address: z.string(),
  agent: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
});
export type WallDisplay = z.infer<typeof WallDisplay>;
