import { z } from 'zod';
import { SiteId } from './ids.ts';

/** A session of the caller. */
export const OwnSession = z.object({
  id: z.number(),
  /** The current session. */
  is_current: z.boolean(),
  address: z.string(),
  agent: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** A wall display that shows one site, opened by a person's link. */
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
