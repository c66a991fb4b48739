/**
 * Parser of the subset of Markdown used in docs/users/. Anything else, such as HTML, stays text.
 */
export type Inline =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

export type Line = readonly Inline[];

export type Block =
  | { readonly kind: 'title' | 'heading' | 'paragraph'; readonly line: Line }
  | { readonly kind: 'bullets' | 'steps'; readonly items: readonly Line[] }
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] };

const marks = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Parses a line of text. */
export const inline = (source: string): Line => {
  const line: Inline[] = [];
  let at = 0;
  const plain = (until: number): void => {
    if (until > at) line.push({ kind: 'text', text: source.slice(at, until) });
  };
  for (const found of source.matchAll(marks)) {
    const [matched, strong, emphasis, code, text, to] = found;
    plain(found.index);
    if (strong !== undefined) line.push({ kind: 'strong', text: strong });
    else if (emphasis !== undefined) line.push({ kind: 'emphasis', text: emphasis });
    else if (code !== undefined) line.push({ kind: 'code', text: code });
    else line.push({ kind: 'link', text: text ?? '', to: to ?? '' });
    at = found.index + matched.length;
  }
  plain(source.length);
  return line;
};

const cells = (row: string): readonly Line[] =>
  row
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => inline(cell.trim()));

const bullet = /^- /;
const step = /^\d+\. /;
const rule = /^\|[\s|:-]+\|$/;

/** The list items from line `at` on, without their marks; an indented line belongs to the item above it. */
const listAt = (lines: readonly string[], at: number, mark: RegExp): readonly string[] => {
  const items: string[] = [];
  for (const line of lines.slice(at)) {
    if (mark.test(line)) items.push(line.replace(mark, ''));
    else break;
  }
  return items;
};

const whileIs = (lines: readonly string[], at: number, is: (line: string) => boolean): readonly string[] => {
  const end = lines.slice(at).findIndex((line) => !is(line));
  return lines.slice(at, end === -1 ? undefined : at + end);
};

const isPlain = (line: string): boolean => line !== '' && !/^(#{1,2} |- |\d+\. |\|)/.test(line);

const blockAt = (lines: readonly string[], at: number): readonly [Block, number] => {
  const line = lines[at] ?? '';
  if (line.startsWith('# ')) return [{ kind: 'title', line: inline(line.slice(2)) }, 1];
  if (line.startsWith('## ')) return [{ kind: 'heading', line: inline(line.slice(3)) }, 1];
  for (const [kind, mark] of [
    ['bullets', bullet],
    ['steps', step],
  ] as const) {
    const items = listAt(lines, at, mark);
    if (items.length > 0) return [{ kind, items: items.map(inline) }, items.length];
  }
  if (line.startsWith('|')) {
    const table = whileIs(lines, at, (each) => each.startsWith('|'));
    const [head = '', ...rows] = table.filter((each) => !rule.test(each));
    return [{ kind: 'table', head: cells(head), rows: rows.map(cells) }, table.length];
  }
  const [first = '', ...rest] = whileIs(lines, at, isPlain);
  return [{ kind: 'paragraph', line: inline([first || line, ...rest].join(' ')) }, 1 + rest.length];
};

/** Parses a page. */
export const blocks = (source: string): readonly Block[] => {
  const lines = source.split('\n').map((line) => line.trimEnd());
  const found: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at] === '') {
      at += 1;
      continue;
    }
    const [block, length] = blockAt(lines, at);
    found.push(block);
    at += length;
  }
  return found;
};

const linesOf = (block: Block): readonly Line[] =>
  'line' in block ? [block.line] : 'items' in block ? block.items : [block.head, ...block.rows].flat();

/** The targets of a page's links. */
export const linksOf = (source: string): readonly string[] =>
  blocks(source)
    .flatMap(linesOf)
    .flat()
    .flatMap((part) => (part.kind === 'link' ? [part.to] : []));

/** Plain text of a page, for the search. */
export const wordsOf = (source: string): string =>
  blocks(source)
    .flatMap(linesOf)
    .map((line) => line.map((part) => part.text).join(''))
    .join(' ');
