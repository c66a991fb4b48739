import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';

/**
 * The file format: one line of plain text, then a zstd stream of records. A record is a kind (u8), a length (u32 LE)
 * and that many bytes: 'J' JSON, 'D' bytes of the table that the preceding JSON names. The last record's JSON has
 * `end`, which detects a truncated file.
 */
const magic = 'Tocsin backup 1\n';
const headBytes = 5;
const json = 0x4a;
const data = 0x44;
/** Table data is written in blocks of the first size; no record may exceed the second. */
const pieceBytes = 256 * 1024;
const maxBytes = 16 * 1024 * 1024;

/** An unreadable or unsuitable backup; its message is for the person who runs the command. */
export class BackupError extends Error {}

/** Size and hash of a file. */
export interface FileMark {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a backup file step by step: a head, then each table, compressed and with a checksum. */
export class BackupWriter {
  readonly #path: string;
  readonly #file: Writable;
  readonly #pack: Writable;
  readonly #done: Promise<void>;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #failed: BackupError | null = null;

  constructor(path: string) {
    this.#path = path;
    this.#file = createWriteStream(`${path}.new`, { mode: 0o600 });
    const pack = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    this.#pack = pack;
    this.#file.write(magic);
    this.#count(Buffer.from(magic));
    pack.on('data', (bytes: Buffer) => this.#count(bytes));
    pack.pipe(this.#file);
    this.#done = finished(this.#file).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      this.#failed = new BackupError(`${path} can't be written: ${why}`, { cause: error });
      pack.destroy();
      throw this.#failed;
    });
    // Awaited at the end; until then the next write reports a failure.
    this.#done.catch(() => {});
  }

  json(value: object): Promise<void> {
    return this.#record(json, Buffer.from(JSON.stringify(value)));
  }

  async data(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; at += pieceBytes) await this.#record(data, bytes.subarray(at, at + pieceBytes));
  }

  /** Renames the file to its final name once all of it is on disk. */
  async end(value: object): Promise<FileMark> {
    await this.json({ ...value, end: true });
    this.#pack.end();
    await this.#done;
    const handle = await open(`${this.#path}.new`, 'r+');
    await handle.sync();
    await handle.close();
    await rename(`${this.#path}.new`, this.#path);
    await syncFolder(dirname(this.#path));
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  async abandon(): Promise<void> {
    this.#pack.destroy();
    this.#file.destroy();
    await this.#done.catch(() => {});
    await rm(`${this.#path}.new`, { force: true });
  }

  #count(bytes: Buffer): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
  }

  async #record(kind: number, bytes: Buffer): Promise<void> {
    const head = Buffer.allocUnsafe(headBytes);
    head[0] = kind;
    head.writeUInt32LE(bytes.length, 1);
    await this.#write(head);
    await this.#write(bytes);
  }

  #write(bytes: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pack.write(bytes, (error) => (error ? reject(this.#failed ?? error) : resolve()));
    });
  }
}

/** What was renamed in a folder is so after a power failure too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().catch(() => {});
  await folder.close();
}

export type BackupRecord =
  | { readonly kind: 'json'; readonly value: Record<string, unknown> }
  | { readonly kind: 'data'; readonly bytes: Buffer };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The records of a file in order. Throws a BackupError for a file that is no backup or is truncated. */
export async function* readBackup(path: string): AsyncGenerator<BackupRecord> {
  const start = await open(path, 'r').catch((error) => {
    throw new BackupError(`${path} can't be opened: ${error.message}`);
  });
  const first = Buffer.alloc(magic.length);
  await start.read(first, 0, first.length, 0);
  await start.close();
  if (first.toString() !== magic) throw new BackupError(`${path} is not a backup that this Tocsin can read`);
  const packed = createReadStream(path, { start: magic.length });
  const plain = packed.pipe(createZstdDecompress());
  packed.on('error', (error) => plain.destroy(error));
  try {
    yield* records(plain);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // An error of the disk keeps its message. Any other comes from the content: the checksum at the end is verified
    // last.
    if (/^E[A-Z]+$/.test(code)) throw new BackupError(`${path} can't be read: ${messageOf(error)}`, { cause: error });
    throw new BackupError(`${path} is damaged or truncated`, { cause: error });
  } finally {
    packed.destroy();
    plain.destroy();
  }
}

async function* records(plain: Readable): AsyncGenerator<BackupRecord> {
  let rest: Buffer = Buffer.alloc(0);
  let ended = false;
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= headBytes) {
      const length = rest.readUInt32LE(at + 1);
      if (length > maxBytes) throw new BackupError('The backup is damaged');
      if (rest.length - at - headBytes < length) break;
      const bytes = rest.subarray(at + headBytes, at + headBytes + length);
      if (rest[at] === data) yield { kind: 'data', bytes };
      else {
        const value: Record<string, unknown> = JSON.parse(bytes.toString());
        ended = value.end === true;
        yield { kind: 'json', value };
      }
      at += headBytes + length;
    }
    rest = rest.subarray(at);
  }
  if (!ended || rest.length > 0) throw new BackupError('The backup is truncated');
}

/** Reads all of a file and throws when it is damaged or truncated, so that a restore does not fail halfway. */
export async function verifyBackup(path: string): Promise<void> {
  for await (const _record of readBackup(path));
}

/** Throws a BackupError unless the file has these bytes. */
export async function verifyFile(path: string, { bytes, sha256 }: FileMark): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(part);
      size += part.length;
    }
  } catch (error) {
    throw new BackupError(`${path} can't be read: ${messageOf(error)}`, { cause: error });
  }
  if (size < bytes) throw new BackupError(`${path} is truncated: ${size} of ${bytes} bytes are there`);
  if (hash.digest('hex') !== sha256) throw new BackupError(`${path} is damaged: its SHA-256 is another one`);
}
