import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BackupError, BackupWriter, readBackup } from './backup-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const contents = async (path: string): Promise<string> => {
  const records: unknown[] = [];
  for await (const record of readBackup(path))
    records.push(record.kind === 'json' ? record.value : record.bytes.toString('hex'));
  return JSON.stringify(records);
};

/** Bytes that zstd cannot compress, the same in every run, so that the reader sees content before the checksum. */
const noise = (length: number): Buffer => {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, i) => createHash('sha256').update(`${i}`).digest());
  return Buffer.concat(blocks).subarray(0, length);
};

it('a file with any one byte changed is refused in one line, or reads as it was', async () => {
  const file = join(folder, 'whole.tocsin');
  const writer = new BackupWriter(file);
  await writer.json({ head: { version: '2.0.0', secret: noise(200).toString('base64') } });
  await writer.json({ table: 'site', columns: ['id', 'title'] });
  await writer.data(noise(300_000));
  await writer.end({ rows: 1, sequences: [] });
  const content = readFileSync(file);
  const expected = await contents(file);
  const damaged = join(folder, 'damaged.tocsin');
  let refused = 0;
  for (let at = 0; at < 150; at++) {
    const bytes = Buffer.from(content);
    bytes[at] = (bytes[at] ?? 0) ^ 0x80;
    writeFileSync(damaged, bytes);
    const read = await contents(damaged).catch((error: unknown) => error);
    if (read === expected) continue;
    expect(read, `byte ${at}`).toBeInstanceOf(BackupError);
    expect(String(read)).not.toContain('\n');
    refused++;
  }
  expect(refused).toBeGreaterThan(120);
});
