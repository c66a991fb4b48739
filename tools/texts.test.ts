import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { literalTexts } from './testing/literal-texts.ts';

const root = join(import.meta.dirname, '..');

/** Server files that write mails and PDFs. */
const writers = [
  'server/src/features/accounts/mails.ts',
  'server/src/notify/4-deliver/mail/event-mail.ts',
  'server/src/notify/2-escalate/rules/queue-mail.ts',
  'server/src/features/health/heartbeat-mail.ts',
  'server/src/features/inspection/report.ts',
  'server/src/features/maintenance/codes.ts',
  'server/src/features/maintenance/pdf.ts',
  'server/src/platform/mail/mail-layout.ts',
  'server/src/platform/pdf.ts',
];

/** Texts that are not in the catalogue, by file: the number may only become smaller. */
const allowed: Readonly<Record<string, number>> = {
  // Values that the API stores.
  'web/src/features/accounts/model.ts': 2,
  // Names of fonts.
  'server/src/platform/mail/mail-layout.ts': 1,
  // A command line.
  'web/src/features/edges/model.ts': 1,
  // Names of keys.
  'web/src/app/shell/keys.tsx': 2,
};

const webFiles = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|testing/.test(file))
  .map((file) => `web/src/${file.replaceAll('\\', '/')}`);

const textsOf = (source: string): readonly string[] => literalTexts('x.tsx', source).map(({ text }) => text);

describe('the search for user texts outside the catalogue', () => {
  it('finds text between tags, in attributes that a user sees or hears, and in both branches of a condition', () => {
    expect(textsOf('<p>Nothing found</p>')).toEqual(['Nothing found']);
    expect(textsOf('<p>{busy ? "wait" : `${n} left`}</p>')).toEqual(['wait', '{} left']);
    expect(textsOf('<input aria-label="search" placeholder={hint ?? "find"} />')).toEqual(['search', 'find']);
    expect(textsOf('const message = "Please select a device";')).toEqual(['Please select a device']);
  });

  it('leaves out names, classes, numbers, imports and errors for developers', () => {
    expect(textsOf('<Icon name="search" className="a b" />')).toEqual([]);
    expect(textsOf('<b>{count} °C</b>')).toEqual([]);
    expect(textsOf('import a from "Not a text"; throw new Error("No such sensor")')).toEqual([]);
    expect(textsOf('<p>{texts.title}</p>')).toEqual([]);
  });
});

it('every user text of web, mails and PDFs is in the catalogue, except those listed', () => {
  const textsByFile: Record<string, string[]> = {};
  for (const file of [...webFiles, ...writers]) {
    const texts = literalTexts(file, readFileSync(join(root, file), 'utf8'));
    if (texts.length > 0) textsByFile[file] = texts.map(({ line, text }) => `${line}: ${text}`);
  }
  const unexpected = Object.entries(textsByFile).filter(([file, texts]) => texts.length > (allowed[file] ?? 0));
  expect(Object.fromEntries(unexpected)).toEqual({});
  const counts = Object.fromEntries(Object.entries(textsByFile).map(([file, texts]) => [file, texts.length]));
  expect(counts, 'The list is longer than needed: lower its numbers').toEqual(allowed);
});
