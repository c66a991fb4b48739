/** What an element is in its surroundings, as in CSS. Shorthands come first, so that the others override them. */
export const placings = [
  'display',
  'background',
  'border',
  'flex',
  'inset',
  'margin',
  'overflow',
  'padding',
  'alignSelf',
  'borderBottom',
  'borderLeft',
  'borderRadius',
  'borderRight',
  'borderTop',
  'bottom',
  'boxShadow',
  'cursor',
  'fontVariantNumeric',
  'gridColumn',
  'height',
  'justifySelf',
  'left',
  'letterSpacing',
  'listStyle',
  'marginBottom',
  'marginLeft',
  'marginTop',
  'maxHeight',
  'maxWidth',
  'minHeight',
  'minWidth',
  'overflowWrap',
  'overflowX',
  'overflowY',
  'paddingBottom',
  'paddingLeft',
  'paddingRight',
  'paddingTop',
  'position',
  'right',
  'textAlign',
  'textOverflow',
  'top',
  'whiteSpace',
  'width',
  'zIndex',
] as const;

/** The CSS properties that layout components call by another name. */
const renamed: Readonly<Record<string, string>> = {
  align: 'align-items',
  columns: 'grid-template-columns',
  justify: 'justify-content',
  line: 'line-height',
  size: 'font-size',
  tone: 'color',
  weight: 'font-weight',
};

/** The properties of layout components; each has a class, whose value is a variable of the element itself. */
export const layoutProperties: readonly string[] = [
  ...placings,
  ...Object.keys(renamed),
  'alignContent',
  'gap',
  'justifyItems',
  'placeItems',
];

const cssName = (name: string): string =>
  renamed[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The style sheet of the layout components. Loaded before those of pages, so that their rules, such as those of a narrow
 * window, override it.
 */
export const layoutCss = (): string =>
  layoutProperties.map((name) => `.own-${name}{${cssName(name)}:var(--own-${name})}`).join('\n');
