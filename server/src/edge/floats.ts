/** Decodes doubles, little-endian, from base64; copied, because Buffer's pool is not aligned for doubles. */
export function floatsOf(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64');
  const own = new ArrayBuffer(Math.floor(bytes.byteLength / 8) * 8);
  new Uint8Array(own).set(bytes.subarray(0, own.byteLength));
  return new Float64Array(own);
}
