import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of a standard. Without a test, `file`, `gap` or `notApplicable` it is a gap that nobody assessed. */
interface Line {
  readonly id: string;
  readonly text: string;
  /** A file of the repository that meets it. */
  readonly file?: string;
  readonly gap?: string;
  readonly notApplicable?: string;
}
interface Standard {
  readonly title: string;
  readonly about: string;
  readonly lines: readonly Line[];
}
interface Claim {
  readonly standard: string;
  readonly id: string;
  readonly file: string;
  readonly test: string;
}

const unassessed = 'Not assessed: no test shows it yet.';
const note = /^\s*\/\/ meets: ([\w.-]+) (.+)$/;
/** The name of a test, on the line of its call or the next one; also behind `it.each([...])`. */
const title = /(?:\b(?:describe|it|test)(?:\.\w+)*\(|\)\()\s*(['"`])(.+)\1,/;

/** The notes `// meets: standard id, id` of a test file, each with the name of the test or group that follows it. */
export function claimsOf(file: string, source: string): Claim[] {
  const lines = source.split('\n');
  return lines.flatMap((line, n) => {
    const [, standard, ids] = note.exec(line) ?? [];
    if (standard === undefined || ids === undefined) return [];
    const test = title.exec(lines.slice(n + 1, n + 40).join('\n'))?.[2] ?? '';
    return ids.split(',').map((id) => ({ standard, id: id.trim(), file, test }));
  });
}

type Verdict = 'met' | 'gap' | 'not applicable';
const verdictOf = (line: Line, claims: readonly Claim[]): { readonly is: Verdict; readonly why: string } => {
  if (claims.length > 0) return { is: 'met', why: claims.map(({ file, test }) => `\`${file}\`: ${test}`).join('<br>') };
  if (line.file !== undefined) return { is: 'met', why: `\`${line.file}\`` };
  if (line.notApplicable !== undefined) return { is: 'not applicable', why: line.notApplicable };
  return { is: 'gap', why: line.gap ?? unassessed };
};

export interface Tables {
  /** Text of each page by its file name in docs/compliance. */
  readonly pages: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

const pageOf = (standard: Standard, claims: readonly Claim[]): string => {
  const rows = standard.lines.map((line) => {
    const { is, why } = verdictOf(
      line,
      claims.filter(({ id }) => id === line.id),
    );
    return { is, text: `| ${line.id} | ${line.text} | ${is} | ${why.replaceAll('|', '\\|')} |` };
  });
  const count = (verdict: Verdict): number => rows.filter(({ is }) => is === verdict).length;
  return [
    `# ${standard.title}`,
    '',
    `${standard.about} Written by \`npm run compliance\` from notes in tests and tools/compliance/standards.json.`,
    '',
    `**${count('met')} met, ${count('gap')} gaps, ${count('not applicable')} not applicable.**`,
    '',
    '| line | requirement | state | test, file or reason |',
    '|---|---|---|---|',
    ...rows.map(({ text }) => text),
    '',
  ].join('\n');
};

/** The compliance tables of a repository, and claims that are not true: unknown lines, missing files, notes without a test. */
export function complianceTables(root: string): Tables {
  const standards: Readonly<Record<string, Standard>> = JSON.parse(
    readFileSync(join(root, 'tools/compliance/standards.json'), 'utf8'),
  );
  const patterns = ['{server,contract,tools,web}/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts'];
  const files = globSync(patterns, { cwd: root, exclude: (name) => name.includes('node_modules') }).sort();
  const claims = files
    .filter((file) => !file.startsWith('tools/compliance/'))
    .flatMap((file) => claimsOf(file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')));
  const problems = claims.flatMap(({ standard, id, file, test }) => {
    if (test === '') return [`${file}: a note about ${standard} ${id} has no test after it`];
    const isKnown = standards[standard]?.lines.some((line) => line.id === id) === true;
    return isKnown ? [] : [`${file}: there is no ${standard} ${id}`];
  });
  const pages: Record<string, string> = {};
  for (const [name, standard] of Object.entries(standards)) {
    for (const { id, file } of standard.lines)
      if (file !== undefined && !existsSync(join(root, file))) problems.push(`${name} ${id}: ${file} does not exist`);
    pages[`${name}.md`] = pageOf(
      standard,
      claims.filter((claim) => claim.standard === name),
    );
  }
  return { pages, problems };
}
