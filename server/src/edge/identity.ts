import { join } from 'node:path';
import { ClaimedEdge, EdgeKey } from '@tocsin/contract/edge-exchange';
import { z } from 'zod';
import { SettingError } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { newToken } from '../platform/tokens.ts';
import { readJsonFile, writeJsonFile } from './disk/json-file.ts';
import { type Identity, PortalError, type PortalLink } from './forward/portal-link.ts';

const Stored = z.object({ key: EdgeKey, portal: z.string(), claimed: ClaimedEdge.nullable() });
const retryMs = 5_000;

/** The stored identity; null for an edge that was not claimed yet. Throws for one of another portal. */
export function readIdentity(dataDir: string, portal: string): Identity | null {
  const stored = Stored.safeParse(readJsonFile(fileOf(dataDir)));
  if (!stored.success || stored.data.claimed === null) return null;
  if (stored.data.portal !== portal)
    throw new SettingError(`EDGE_PORTAL is not ${stored.data.portal}, which this data folder was claimed at`);
  return { ...stored.data.claimed, key: stored.data.key };
}

/**
 * Claims the edge that the code was created for. The key is on the disk before it is sent, so a lost answer is repeated
 * with it. Resolves when the portal has answered; throws a SettingError for a wrong code.
 */
export async function claim({
  dataDir,
  portal,
  code,
  link,
  log,
}: {
  readonly dataDir: string;
  readonly portal: string;
  readonly code: string;
  readonly link: PortalLink;
  readonly log: Log;
}): Promise<Identity> {
  const stored = Stored.safeParse(readJsonFile(fileOf(dataDir)));
  const key = stored.success && stored.data.portal === portal ? stored.data.key : newToken();
  writeJsonFile(fileOf(dataDir), { key, portal, claimed: null }, true);
  for (;;) {
    try {
      const claimed = await link.claim(code, key);
      writeJsonFile(fileOf(dataDir), { key, portal, claimed }, true);
      return { ...claimed, key };
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      if (/answered 400/.test(error.message)) throw new SettingError(`EDGE_CODE is not accepted. ${error.message}`);
      log.warn('Could not claim this edge yet; retrying', { reason: error.message });
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

const fileOf = (dataDir: string): string => join(dataDir, 'identity.json');
