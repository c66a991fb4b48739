/**
 * Returns the memory of typed arrays at once; they are empty afterwards. V8 counts this memory and answers its growth
 * with collections of the whole heap, which take longer than filling the arrays. An array that shares its buffer with
 * others is left alone.
 */
export function releaseArrays(arrays: Iterable<ArrayBufferView | null>): void {
  for (const array of arrays) {
    if (array === null) continue;
    const { buffer, byteLength } = array;
    if (buffer instanceof ArrayBuffer && byteLength > 0 && byteLength === buffer.byteLength) buffer.transfer(0);
  }
}
