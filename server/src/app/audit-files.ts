import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportChain, sealAudit, type Verified, verifyChain } from '../features/audit/index.ts';
import type { Db } from '../platform/db.ts';

/** Seals what is committed and writes the audit log with its chain to a new file, readable by its owner only. */
export async function writeAuditFile(db: Db, path: string, now: number): Promise<void> {
  await sealAudit(db, now);
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(Readable.from(exportChain(db, new Date(now))), file);
}

/** Checks an exported audit log by the file alone. */
export const verifyAuditFile = (path: string): Promise<Verified> =>
  verifyChain(createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }));
