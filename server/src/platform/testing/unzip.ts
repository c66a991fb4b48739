import { inflateRawSync } from 'node:zlib';

/** Beyond these a ZIP is not one of ours, and is not unpacked. */
const maxFiles = 1_000;
const maxFileBytes = 256 * 1024 * 1024;

/** The files of a ZIP, read by its own central directory. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let entry = bytes.readUInt32LE(end + 16);
  if (bytes.readUInt16LE(end + 10) > maxFiles) throw new Error(`The ZIP has more than ${maxFiles} files`);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const nameLength = bytes.readUInt16LE(entry + 28);
    const offset = bytes.readUInt32LE(entry + 42);
    const begin = offset + 30 + bytes.readUInt16LE(offset + 26);
    const packed = bytes.subarray(begin, begin + bytes.readUInt32LE(entry + 20));
    files.set(
      bytes.toString('ascii', entry + 46, entry + 46 + nameLength),
      inflateRawSync(packed, { maxOutputLength: maxFileBytes }),
    );
    entry += 46 + nameLength;
  }
  return files;
}
