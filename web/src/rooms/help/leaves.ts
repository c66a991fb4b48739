/** The pages' sources of docs/users/, taken into the bundle when it is built; this module is loaded with the first help. */
const files = import.meta.glob<string>('../../../../docs/users/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const slugOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.md$/, '');

export const leaves: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, source]) => [slugOf(path), source]),
);
