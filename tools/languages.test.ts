import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { english, languageNames } from '@tocsin/contract/languages/languages';
import { loadLanguage } from '@tocsin/contract/languages/load';
import { describe, expect, it, test } from 'vitest';
import { alarmTexts, sameIn, sameInAll, samples } from './languages.ts';
import { parameterKinds, valuesOf } from './testing/text-values.ts';

const root = join(import.meta.dirname, '..');
const textsFolder = join(root, 'contract/src/texts');
const languagesFolder = join(root, 'contract/src/languages');

type Leaf = string | ((...values: readonly unknown[]) => unknown);
const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isCallable = (value: unknown): value is (...values: readonly unknown[]) => unknown => typeof value === 'function';

/** Every text of a group, by its path; anything but texts, functions and numbers is a mistake. */
const leavesOf = (group: object, path: readonly string[] = []): readonly (readonly [string, Leaf])[] =>
  Object.entries(group).flatMap(([key, value]: [string, unknown]) => {
    const here = [...path, key];
    if (isGroup(value)) return leavesOf(value, here);
    if (typeof value === 'string' || isCallable(value)) return [[here.join('.'), value] as const];
    if (typeof value === 'number') return [[here.join('.'), String(value)] as const];
    throw new Error(`${here.join('.')} is neither a text nor a function`);
  });

const moduleNames = readdirSync(textsFolder)
  .filter((file) => !file.endsWith('.test.ts') && file !== 'define-texts.ts')
  .map((file) => file.replace(/\.ts$/, ''));

const textsOf = (module: object, file: string): object => {
  const found: unknown = Object.entries(module).find(([name]) => /^(texts|editorTexts)$/.test(name))?.[1];
  if (!isGroup(found)) throw new Error(`${file} exports no texts`);
  return found;
};

/** The texts of each module, by the feature name given to defineTexts, which is its file's name. */
const catalogue = new Map<string, object>();
for (const name of moduleNames) catalogue.set(name, textsOf(await import(`../contract/src/texts/${name}.ts`), name));

const kinds = new Map(
  moduleNames.map((name) => [name, parameterKinds(readFileSync(join(textsFolder, `${name}.ts`), 'utf8'))]),
);

const present = readdirSync(languagesFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** A text with these values in it; null if it is no text. */
const shown = (text: Leaf, values: readonly unknown[]): string | null => {
  if (typeof text === 'string') return text;
  const result = text(...values);
  return typeof result === 'string' ? result : null;
};

const examples = (feature: string, path: string): readonly (readonly unknown[])[] =>
  samples[`${feature}.${path}`] ?? valuesOf(kinds.get(feature)?.get(path) ?? []);

/** Sentinel values that a text shows. */
const sentinels = (text: string): readonly string[] => [...new Set(text.match(/⟦[\w.]+⟧|\b70\d\b/g) ?? [])].sort();

describe('the English catalogue', () => {
  it('has one module for each feature, by its name', () => {
    for (const name of moduleNames)
      expect(readFileSync(join(textsFolder, `${name}.ts`), 'utf8'), name).toContain(`defineTexts('${name}', {`);
  });

  it('has a sample for each text with a value that is neither a text nor a number', () => {
    const without = [...kinds].flatMap(([feature, texts]) =>
      [...texts]
        .filter(([path, values]) => values.includes('other') && samples[`${feature}.${path}`] === undefined)
        .map(([path]) => `${feature}.${path}`),
    );
    expect(without).toEqual([]);
  });

  it.each([...catalogue])('%s: each function can be called with sentinel values', (feature, texts) => {
    for (const [path, text] of leavesOf(texts))
      for (const values of examples(feature, path))
        expect(shown(text, values), `${feature}.${path}`).toMatch(/^(?!.*(undefined|NaN|\[object)).*$/s);
  });
});

describe.each(present)('the language %s', (tag) => {
  const load = async (): Promise<Readonly<Record<string, unknown>>> =>
    (await import(`../contract/src/languages/${tag}/index.ts`)).translations;
  const each = async (
    check: (feature: string, path: string, original: Leaf, translated: unknown) => void,
  ): Promise<void> => {
    const translations = await load();
    for (const [feature, texts] of catalogue) {
      const translated = translations[feature];
      if (!isGroup(translated)) throw new Error(`${tag} has no texts of ${feature}`);
      const found = new Map(leavesOf(translated));
      for (const [path, original] of leavesOf(texts)) check(feature, path, original, found.get(path));
    }
  };

  it('has the features and keys of English and no others', async () => {
    const translations = await load();
    expect(Object.keys(translations).sort()).toEqual([...catalogue.keys()].sort());
    for (const [feature, texts] of catalogue) {
      const translated = translations[feature];
      expect(
        isGroup(translated)
          ? leavesOf(translated)
              .map(([path]) => path)
              .sort()
          : [],
        feature,
      ).toEqual(
        leavesOf(texts)
          .map(([path]) => path)
          .sort(),
      );
    }
  });

  it('has a text where English has one, and a function of as many values where English has one', () =>
    each((feature, path, original, translated) => {
      expect(typeof translated, `${feature}.${path}`).toBe(typeof original);
      if (isCallable(translated) && isCallable(original))
        expect(translated.length, `${feature}.${path}`).toBeLessThanOrEqual(original.length);
    }));

  it('leaves no text empty that English has, and adds none', () =>
    each((feature, path, original, translated) => {
      if (typeof original === 'string' && typeof translated === 'string')
        expect(translated.trim() === '', `${feature}.${path}`).toBe(original.trim() === '');
    }));

  it('shows every value that English shows, and no other', () =>
    each((feature, path, original, translated) => {
      if (!isCallable(original) || !isCallable(translated)) return;
      for (const values of examples(feature, path)) {
        const text = shown(translated, values) ?? '';
        expect(sentinels(text), `${feature}.${path}: ${text}`).toEqual(sentinels(shown(original, values) ?? ''));
        expect(text, `${feature}.${path}`).toMatch(/^(?!.*(undefined|NaN|\[object)).*$/s);
      }
    }));

  it('translates every text about alarms, except words that are the same in it', async () => {
    const same: string[] = [];
    await each((feature, path, original, translated) => {
      if (!alarmTexts.includes(feature) || typeof original !== 'string' || original !== translated) return;
      if (/\p{L}{2,}/u.test(original) && !/\d/.test(original)) same.push(`${feature}.${path}: ${original}`);
    });
    expect(same.filter((line) => ![...sameInAll, ...(sameIn[tag] ?? [])].includes(line.replace(/^.*?: /, '')))).toEqual(
      [],
    );
  });

  it('keeps the words on buttons and labels short enough for their places', async () => {
    const long: string[] = [];
    await each((feature, path, original, translated) => {
      if (typeof original !== 'string' || typeof translated !== 'string' || original.length > 24) return;
      if (translated.length > Math.max(2.2 * original.length, original.length + 18))
        long.push(`${feature}.${path}: ${original} = ${translated}`);
    });
    expect(long).toEqual([]);
  });
});

/** A row of the table of readings: '| event-mails | 2026-11-25 | 2026-11-25 |'. */
const reading = /^\| ([\w-]+) \| (\d{4}-\d{2}-\d{2}) \| (\d{4}-\d{2}-\d{2}) \|/gm;

/** Languages whose page says that each module of alarm texts was read twice. */
const readTwice = readdirSync(join(root, 'docs/languages'))
  .map((file) => file.replace(/\.md$/, ''))
  .filter((tag) => {
    const rows = [...readFileSync(join(root, `docs/languages/${tag}.md`), 'utf8').matchAll(reading)];
    return alarmTexts.every((name) => rows.some(([, feature]) => feature === name));
  });

test('a language is offered exactly when its alarm texts were read twice', async () => {
  expect([...languageNames.keys()].sort()).toEqual([english, ...readTwice].sort());
  for (const tag of readTwice) await loadLanguage(tag);
});

test('public/first.js shows the English landing page to nobody who reads another language', () => {
  const listed =
    /^const translated = \[(.*)\];$/m.exec(readFileSync(join(root, 'web/public/first.js'), 'utf8'))?.[1] ?? '';
  const primary = readTwice.map((tag) => `'${tag.split('-', 1).join('')}'`);
  expect(listed.split(', ').filter(Boolean).sort()).toEqual(primary.sort());
});
