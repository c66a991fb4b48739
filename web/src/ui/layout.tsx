import type { ComponentProps, CSSProperties, ElementType, ReactNode } from 'react';
import css from './layout.module.css';
import { layoutProperties, type placings } from './layout-css.ts';

/** Numbers are in pixels. */
type Placing = Pick<CSSProperties, (typeof placings)[number]>;

const tones = {
  plain: 'var(--text)',
  quiet: 'var(--text2)',
  faint: 'var(--text3)',
  brand: 'var(--brand)',
  alarm: 'var(--alarmtext)',
  warning: 'var(--warntext)',
} as const;

interface Look extends Placing {
  readonly tone?: keyof typeof tones;
  /** Font size and line height in pixels. */
  readonly size?: number;
  readonly line?: number;
  readonly weight?: number;
  /** The frame of a card: background, border, rounded corners. */
  readonly surface?: boolean;
  /** Keeps the text in one line and ends it with an ellipsis where it does not fit. */
  readonly oneLine?: boolean;
}

interface Inner {
  readonly gap?: number | string;
  readonly justify?: CSSProperties['justifyContent'];
  readonly align?: CSSProperties['alignItems'];
  readonly alignContent?: CSSProperties['alignContent'];
  readonly justifyItems?: CSSProperties['justifyItems'];
  readonly placeItems?: CSSProperties['placeItems'];
}

type Props<T extends ElementType, Own> = Own &
  Look & { readonly as?: T; readonly children?: ReactNode } & Omit<ComponentProps<T>, keyof Look | keyof Own | 'as'>;

const known: ReadonlySet<string> = new Set(layoutProperties);
/** Properties whose numbers are no lengths. */
const counts: ReadonlySet<string> = new Set(['flex', 'gridColumn', 'weight', 'zIndex']);

const cssValue = (name: string, value: unknown): string => {
  if (name === 'tone') return tones[value as keyof typeof tones];
  return typeof value === 'number' && !counts.has(name) ? `${value}px` : String(value);
};

interface Drawn {
  readonly as?: ElementType;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
  readonly surface?: boolean;
  readonly oneLine?: boolean;
  readonly wrap?: boolean;
}

/** The element with a class and a variable for each property that a style sheet knows; others are its attributes. */
const draw = (
  kind: string | undefined,
  { as: Tag = 'div', className, style, surface, oneLine, wrap, ...props }: Drawn,
) => {
  const classes = [kind, surface && css.surface, oneLine && css.oneLine, wrap && css.wrap];
  const attributes: Record<string, unknown> = {};
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(props)) {
    if (!known.has(name) || value === undefined) attributes[name] = value;
    else {
      classes.push(`own-${name}`);
      variables[`--own-${name}`] = cssValue(name, value);
    }
  }
  return (
    <Tag
      {...attributes}
      className={[...classes, className].filter(Boolean).join(' ')}
      style={{ ...variables, ...style }}
    />
  );
};

interface RowProps extends Inner {
  /** As wide as its content, within a line of text. */
  readonly inline?: boolean;
  /** Continues in a new row if the width is not enough. */
  readonly wrap?: boolean;
}

/** Elements side by side, by default in the middle of the row. */
export const Row = <T extends ElementType = 'div'>({ inline = false, ...props }: Props<T, RowProps>) =>
  draw(inline ? css.inline : css.row, { align: 'center', ...props } as Drawn);

interface StackProps extends Inner {
  /** Lets elements grow in height; by default each is as tall as its content. */
  readonly grows?: boolean;
  readonly wrap?: boolean;
}

/** Elements below each other. */
export const Stack = <T extends ElementType = 'div'>({ grows = false, ...props }: Props<T, StackProps>) =>
  draw(grows ? css.column : css.stack, props as Drawn);

interface GridProps extends Inner {
  /** The columns, as in CSS. */
  readonly columns: string;
}

/** Elements in columns. */
export const Grid = <T extends ElementType = 'div'>(props: Props<T, GridProps>) => draw(css.stack, props as Drawn);

/** A text with its tone, size and weight. */
export const Text = <T extends ElementType = 'span'>(props: Props<T, object>) =>
  draw(undefined, { as: 'span', ...props } as Drawn);

/** A part of a page in a frame. */
export const Section = (props: Props<'section', StackProps>) => (
  <Stack as="section" surface padding="12px 16px" {...props} />
);

/** A quiet line that explains what is beside or above it. */
export const Note = (props: Props<'p', object>) => <Text as="p" tone="faint" size={12} line={16} {...props} />;
