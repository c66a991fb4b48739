import { crc32, deflateRawSync } from 'node:zlib';

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
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...chunks, directory, end]);
}
