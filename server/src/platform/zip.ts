import { Readable } from 'node:stream';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  /** Plain ASCII, with slashes between folders. */
  readonly name: string;
  readonly data: Uint8Array;
}

const version = 20;
const deflated = 8;
/** MS-DOS date and time, in steps of two seconds. */
const dosTime = (at: Date): readonly [time: number, date: number] => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ((Math.max(at.getUTCFullYear(), 1980) - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
];

/** Creates a ZIP archive of deflated files in memory (below 4 GiB, fewer than 65,536 files). */
export function zip(files: readonly ZipFile[], at: Date): Buffer {
  const [time, date] = dosTime(at);
  const chunks: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of files) {
    const title = Buffer.from(name, 'ascii');
    const packed = deflateRawSync(data);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(version, 0);
    about.writeUInt16LE(deflated, 4);
    about.writeUInt16LE(time, 6);
    about.writeUInt16LE(date, 8);
    about.writeUInt32LE(crc32(data), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(data.length, 18);
    about.writeUInt16LE(title.length, 22);
    chunks.push(Buffer.from('PK\x03\x04', 'latin1'), about, title, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([version, 0]), about, tail, title);
    offset += 4 + about.length + title.length + packed.length;
  }
  const directory = Buffer.concat(central);
  return Buffer.concat([...chunks, directory, endOf(files.length, directory.length, offset)]);
}

/** A file whose bytes come piece by piece. */
export interface ZipSource {
  /** Plain ASCII, with slashes between folders. */
  readonly name: string;
  readonly data: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Sizes and checksum follow the file's bytes. */
const hasDescriptor = 0x0008;

/**
 * Creates a ZIP archive piece by piece (below 4 GiB, fewer than 65,536 files): one file at a time is read and deflated,
 * on libuv's threads, as fast as the reader takes it. Ends early without a directory when a file fails.
 */
export async function* streamZip(files: AsyncIterable<ZipSource>, at: Date): AsyncGenerator<Buffer> {
  const [time, date] = dosTime(at);
  const central: Buffer[] = [];
  let offset = 0;
  let count = 0;
  for await (const { name, data } of files) {
    const title = Buffer.from(name, 'ascii');
    const about = Buffer.alloc(26);
    about.writeUInt16LE(version, 0);
    about.writeUInt16LE(hasDescriptor, 2);
    about.writeUInt16LE(deflated, 4);
    about.writeUInt16LE(time, 6);
    about.writeUInt16LE(date, 8);
    about.writeUInt16LE(title.length, 22);
    yield Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, title]);
    const read = { crc: 0, size: 0, packed: 0 };
    for await (const chunk of deflatedPieces(data, read)) {
      read.packed += chunk.length;
      yield chunk;
    }
    const descriptor = Buffer.alloc(16);
    descriptor.write('PK\x07\x08', 0, 'latin1');
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(read.crc, 0);
    sizes.writeUInt32LE(read.packed, 4);
    sizes.writeUInt32LE(read.size, 8);
    sizes.copy(descriptor, 4);
    sizes.copy(about, 10);
    yield descriptor;
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([version, 0]), about, tail, title);
    offset += 4 + about.length + title.length + read.packed + descriptor.length;
    count++;
  }
  const directory = Buffer.concat(central);
  yield directory;
  yield endOf(count, directory.length, offset);
}

async function* deflatedPieces(data: ZipSource['data'], read: { crc: number; size: number }): AsyncGenerator<Buffer> {
  const source = Readable.from(measured(data, read), { objectMode: false });
  const deflate = createDeflateRaw();
  source.once('error', (error) => deflate.destroy(error));
  source.pipe(deflate);
  try {
    for await (const chunk of deflate) yield chunk as Buffer;
  } finally {
    source.destroy();
  }
}

async function* measured(data: ZipSource['data'], read: { crc: number; size: number }): AsyncGenerator<Uint8Array> {
  for await (const piece of data) {
    read.crc = crc32(piece, read.crc);
    read.size += piece.length;
    yield piece;
  }
}

function endOf(count: number, directoryLength: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryLength, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
