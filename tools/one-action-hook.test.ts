import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../web/src');
const hook = 'ui/use-action.ts';
/** Loads and shared functions, which save nothing or belong to no component. */
const others: ReadonlySet<string> = new Set([
  'app/shell/breadcrumb.tsx',
  'app/shell/palette.tsx',
  'features/accounts/provider/return-page.tsx',
  'features/help/tour-closed.ts',
  'features/notifications/log/pack-button.tsx',
  'features/telemetry/historical/use-snapshot.ts',
  'ui/late-part.tsx',
]);

/** What a component writes if it keeps the state of a save itself. */
const byHand: readonly (readonly [string, RegExp])[] = [
  ['state of a running call', /\bset(Is)?(Busy|Saving|Sending|Exporting|Submitting|Posting)\(/],
  ['state of a failed call', /\bsetFailure\(/],
  ['a mutation', /\buseMutation\b/],
  ['a caught error in a toast', /\bcatch \(\w+\) \{[^}]*showToast\('error'/],
];

/** How a source saves by hand; empty: it does not. */
const savesByHand = (source: string): readonly string[] =>
  byHand.filter(([, pattern]) => pattern.test(source)).map(([name]) => name);

it.each([
  ['const [busy, setBusy] = useState(false); setBusy(true); await call(endpoints.add);', 'state of a running call'],
  ['try { await save(); } catch (error) { setFailure(error.message); }', 'state of a failed call'],
  ["try { await save(); } catch (error) { showToast('error', String(error)); }", 'a caught error in a toast'],
  ['const { mutate } = useMutation({ mutationFn: save });', 'a mutation'],
])('a save by hand is found: %s', (source, name) => {
  expect(savesByHand(source)).toContain(name);
});

it('every page saves by useAction', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: root })
    .filter((file) => file !== hook && !others.has(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => savesByHand(readFileSync(join(root, file), 'utf8')).map((how) => `web/src/${file}: ${how}`));
  expect(found, 'useAction (web/src/ui/use-action.ts) keeps the state of a save').toEqual([]);
});
