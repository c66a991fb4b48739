import type { Plugin, Rollup } from 'vite';

/** The first cycle among the static imports of chunks, as a list that ends where it begins; null if there is none. */
export function chunkCycle(importsOf: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const imported of importsOf.get(name) ?? []) {
      const cycle = visit(imported, [...path, name]);
      if (cycle) return cycle;
    }
    done.add(name);
    return null;
  };
  for (const name of importsOf.keys()) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return null;
}

/**
 * Refuses a build whose chunks import each other in a cycle: what a chunk of it calls while it is loaded may not exist
 * yet, which shows in the browser only.
 */
export const noChunkCycles = (): Plugin => ({
  name: 'tocsin-no-chunk-cycles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file): file is Rollup.OutputChunk => file.type === 'chunk');
    const cycle = chunkCycle(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
    if (cycle) throw new Error(`Chunks import each other: ${cycle.join(' -> ')}`);
  },
});
