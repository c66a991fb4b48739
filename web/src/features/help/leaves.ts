/** The sources of docs/users/, bundled at build time; loaded with the first help page. */
const files = import.meta.glob<string>('../../../../docs/users/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const slugOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.md$/, '');

export const leaves: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, source]) => [slugOf(path), source]),
);
