import { type CssNode, generate, parse, walk } from 'css-tree';
import { badField } from '../../platform/errors.ts';
import { hasMoreThan } from '../../platform/occurrences.ts';

/**
 * Parses an operator's style sheet and writes it anew from allow-lists. It may change how things look; it may not load
 * anything, cover other elements, or write text onto the page. The alarm banner, the toasts and the offline and clock
 * notices are in a shadow root, out of its reach.
 */
const families = [
  'background',
  'border',
  'margin',
  'padding',
  'font',
  'text',
  'outline',
  'list-style',
  'column',
  'columns',
  'flex',
  'grid',
  'align',
  'justify',
  'place',
  'gap',
  'row-gap',
  'column-gap',
  'overflow',
  'transition',
  'fill',
  'stroke',
  'accent-color',
  'caret-color',
  'color',
  'opacity',
  'width',
  'height',
  'min-width',
  'min-height',
  'max-width',
  'max-height',
  'box-shadow',
  'box-sizing',
  'line-height',
  'letter-spacing',
  'word-spacing',
  'white-space',
  'word-break',
  'overflow-wrap',
  'hyphens',
  'vertical-align',
  'visibility',
  'display',
  'order',
  'float',
  'clear',
  'cursor',
  'aspect-ratio',
  'object-fit',
  'object-position',
  'border-radius',
  'table-layout',
  'inline-size',
  'block-size',
  'scrollbar',
  'filter',
  'transform',
  'direction',
  'tab-size',
  'font-feature-settings',
];
const properties = new RegExp(`^(?:${families.join('|')})(?:-[a-z-]+)?$`);
/** The tokens of the page and of antd; custom properties only matter where one of these is read. */
const customProperty = /^--[A-Za-z0-9-]+$/;

const pseudoClasses = new Set(
  `hover focus focus-visible focus-within active visited link first-child last-child nth-child nth-last-child only-child
   first-of-type last-of-type nth-of-type only-of-type not is where root disabled enabled checked empty placeholder-shown
   required optional read-only read-write`.split(/\s+/),
);
const pseudoElements = new Set(['before', 'after', 'placeholder', 'first-letter', 'first-line', 'selection', 'marker']);
const functions = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix var calc min max clamp linear-gradient radial-gradient
   conic-gradient repeating-linear-gradient repeating-radial-gradient cubic-bezier steps minmax repeat fit-content
   translate translateX translateY scale scaleX scaleY rotate skew blur brightness contrast grayscale saturate
   drop-shadow opacity sepia invert hue-rotate light-dark`
    .toLowerCase()
    .split(/\s+/),
);
const atRules = new Set(['media', 'supports']);
const maxErrors = 10;
/** Rules, declarations, functions and lists of a sheet, which a parser would build. */
const maxParts = 20_000;

const cssError = (line: number, text: string): string => `Line ${line}: ${text}`;

/** Returns the sheet as it will be served; throws with the lines that are not allowed. */
export function cleanCss(text: string): string {
  if (hasMoreThan(text, ';{(,:[', maxParts))
    throw badField('css', `More than ${maxParts} rules, declarations and values`);
  const errors: string[] = [];
  const refuse = (node: CssNode, why: string) => errors.push(cssError(node.loc?.start.line ?? 1, why));
  forget(text.length);
  const tree = parse(text, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error) => errors.push(cssError(lineOf(error), 'this can’t be read as CSS')),
  });
  walk(tree, (node) => refuseForbidden(node, refuse));
  // Removes comments: one that begins with '!' would be served unchanged.
  walk(tree, {
    visit: 'Comment',
    enter: (_node, item, list) => {
      list?.remove(item);
    },
  });
  // Escapes and closing tags could make text that other parsers read differently.
  text.split('\n').forEach((line, index) => {
    if (line.includes('\\')) errors.push(cssError(index + 1, 'a backslash is not allowed'));
    if (/<[/!]/.test(line)) errors.push(cssError(index + 1, 'markup is not allowed'));
  });
  if (errors.length > 0) throw badField('css', [...new Set(errors)].slice(0, maxErrors).join('\n'));
  return generate(tree);
}

/**
 * css-tree 3 keeps its token table between calls, and recovery from an unclosed bracket at the end can follow a stale
 * entry in an endless loop. Parsing a sheet with as many tokens as the next one overwrites them.
 */
const forget = (tokens: number): void => {
  parse(';'.repeat(tokens + 16));
};

const lineOf = (error: unknown): number =>
  error !== null && typeof error === 'object' && 'line' in error && typeof error.line === 'number' ? error.line : 1;

function refuseForbidden(node: CssNode, refuse: (node: CssNode, why: string) => void): void {
  switch (node.type) {
    case 'Atrule':
      if (!atRules.has(node.name.toLowerCase())) refuse(node, `@${node.name} is not allowed`);
      return;
    case 'Declaration': {
      const name = node.property.toLowerCase();
      if (!properties.test(name) && !customProperty.test(node.property))
        refuse(node, `the property '${node.property}' is not allowed`);
      return;
    }
    case 'Url':
      refuse(node, 'url() is not allowed');
      return;
    case 'Function':
      if (!functions.has(node.name.toLowerCase())) refuse(node, `${node.name}() is not allowed`);
      return;
    case 'PseudoClassSelector':
      if (!pseudoClasses.has(node.name.toLowerCase())) refuse(node, `:${node.name} is not allowed`);
      return;
    case 'PseudoElementSelector':
      if (!pseudoElements.has(node.name.toLowerCase())) refuse(node, `::${node.name} is not allowed`);
      return;
    case 'Raw':
      // Text that the parser skipped could be anything.
      if (node.value.trim() !== '') refuse(node, 'this can’t be read as CSS');
      return;
    default:
      return;
  }
}
