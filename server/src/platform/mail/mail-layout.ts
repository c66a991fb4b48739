import { render } from '@react-email/render';
import { createElement as h, type ReactNode } from 'react';
import { onOneLine } from './one-line.ts';

/** The content of a mail, independent of its look: the same blocks become its HTML and its plain text. */
export type Block =
  /** `hasLines`: several lines that a person wrote; every other text is one line, whatever names it contains. */
  | { readonly kind: 'text'; readonly text: string; readonly hasLines?: true }
  /** One action, followed by its bare address for mail programs without buttons. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** A highlighted line of a severity. */
  | { readonly kind: 'notice'; readonly tone: Tone; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'quiet'; readonly text: string };
export type Tone = 'alarm' | 'warning' | 'plain';

export interface MailContent {
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** Footer lines: support and emergency contacts, and the reason for this mail. */
  readonly foot: readonly string[];
  /** The language it is written in (BCP 47); English without one. */
  readonly language?: string;
}

// The light theme's tokens: mail programs do not support CSS variables.
const color = {
  canvas: '#E9ECED',
  surface: '#FCFDFD',
  line: '#D3D9DB',
  text: '#14191B',
  text2: '#434D52',
  text3: '#586267',
  brand: '#0A5C61',
  onBrand: '#FFFFFF',
} as const;
const tones = {
  alarm: { background: '#C0141B', color: '#FFFFFF' },
  warning: { background: '#F4AB1B', color: '#1E1503' },
  plain: { background: '#E4E8EA', color: '#14191B' },
} as const;
/** Used by mail programs that follow the system's dark mode; the others keep the inline styles. */
const dark = `@media (prefers-color-scheme: dark) {
.t-canvas { background: #0F1213 !important; }
.t-surface { background: #181C1E !important; border-color: #2A3134 !important; border-top-color: #62C6C5 !important; }
.t-text { color: #E8EBEC !important; }
.t-text3 { color: #929CA1 !important; }
.t-line { border-color: #2A3134 !important; }
.t-brand { color: #62C6C5 !important; }
.t-button { background: #62C6C5 !important; color: #062426 !important; }
.t-plain { background: #2A3134 !important; color: #E8EBEC !important; }
}`;
const font = "Inter, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const paragraph = (text: string, className: string, style: object, key?: number): ReactNode =>
  h(
    'p',
    {
      key,
      className,
      style: { margin: '0 0 16px', fontSize: 14, lineHeight: '22px', whiteSpace: 'pre-line', ...style },
    },
    text,
  );

const factsTable = (rows: Extract<Block, { kind: 'facts' }>['rows'], key: number): ReactNode => {
  const cell = { padding: '6px 0', fontSize: 14, lineHeight: '20px', borderBottom: `1px solid ${color.line}` };
  const row = ([name, value]: readonly [string, string], index: number) =>
    h(
      'tr',
      { key: index },
      h(
        'td',
        { className: 't-text3 t-line', style: { ...cell, color: color.text3, paddingRight: 16, width: '34%' } },
        name,
      ),
      h('td', { className: 't-text t-line', style: { ...cell, color: color.text, fontWeight: 600 } }, value),
    );
  return h(
    'table',
    { key, role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, style: { margin: '0 0 20px' } },
    h('tbody', null, rows.map(row)),
  );
};

const button = ({ label, url }: Extract<Block, { kind: 'button' }>, key: number): ReactNode => {
  const style = {
    display: 'inline-block',
    padding: '13px 22px',
    borderRadius: 6,
    textDecoration: 'none',
    fontWeight: 600,
    fontSize: 15,
    lineHeight: '18px',
    background: color.brand,
    color: color.onBrand,
  };
  const address = { fontSize: 12, lineHeight: '18px', color: color.text3, wordBreak: 'break-all' as const };
  return h(
    'div',
    { key, style: { margin: '4px 0 20px' } },
    h('a', { href: url, className: 't-button', style }, label),
    h(
      'div',
      { style: { ...address, marginTop: 12 } },
      h('a', { href: url, className: 't-text3', style: { color: color.text3 } }, url),
    ),
  );
};

const blockNode = (block: Block, key: number): ReactNode => {
  switch (block.kind) {
    case 'text':
      return paragraph(block.text, 't-text', { color: color.text }, key);
    case 'quiet':
      return paragraph(block.text, 't-text3', { color: color.text3, fontSize: 12, lineHeight: '18px' }, key);
    case 'button':
      return button(block, key);
    case 'facts':
      return factsTable(block.rows, key);
    case 'list': {
      const items = block.items.map((item, i) => h('li', { key: i, style: { margin: '0 0 4px' } }, item));
      return h(
        'ul',
        { key, className: 't-text', style: { margin: '0 0 16px', paddingLeft: 20, fontSize: 14, lineHeight: '20px' } },
        items,
      );
    }
    case 'notice': {
      const style = { ...tones[block.tone], margin: '0 0 20px', padding: '12px 16px', borderRadius: 6 };
      const className = block.tone === 'plain' ? 't-plain' : undefined;
      return h(
        'div',
        { key, className, style: { ...style, fontSize: 16, lineHeight: '22px', fontWeight: 600 } },
        block.text,
      );
    }
    default:
      return block satisfies never;
  }
};

const page = (content: MailContent): ReactNode =>
  h(
    'html',
    { lang: content.language ?? 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('style', null, dark),
      h('title', null, content.heading),
    ),
    h(
      'body',
      {
        className: 't-canvas t-text',
        style: { margin: 0, padding: '24px 12px', background: color.canvas, fontFamily: font, color: color.text },
      },
      h(
        'div',
        { style: { maxWidth: 560, margin: '0 auto' } },
        h(
          'div',
          {
            className: 't-brand',
            style: {
              padding: '0 4px 12px',
              fontSize: 18,
              fontWeight: 700,
              letterSpacing: '-0.01em',
              color: color.brand,
            },
          },
          'Tocsin',
        ),
        h(
          'div',
          {
            className: 't-surface',
            style: {
              background: color.surface,
              border: `1px solid ${color.line}`,
              borderTop: `4px solid ${color.brand}`,
              borderRadius: 8,
              padding: '22px 24px 8px',
            },
          },
          h(
            'h1',
            { style: { margin: '0 0 16px', fontSize: 20, lineHeight: '28px', fontWeight: 650 } },
            content.heading,
          ),
          content.blocks.map(blockNode),
        ),
        h(
          'div',
          { style: { padding: '16px 4px' } },
          content.foot.map((line, i) =>
            paragraph(line, 't-text3', { color: color.text3, fontSize: 12, lineHeight: '18px', margin: 0 }, i),
          ),
        ),
      ),
    ),
  );

const blockText = (block: Block): string => {
  switch (block.kind) {
    case 'text':
    case 'quiet':
      return block.text;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'notice':
      return `*** ${block.text} ***`;
    default:
      return block satisfies never;
  }
};

/** Longer texts keep their line breaks; what is invisible goes from them too. */
const withLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r]/)
    .map(onOneLine)
    .join('\n');

/** The block with names that cannot begin a line, reorder or hide text. */
const cleaned = (block: Block): Block => {
  switch (block.kind) {
    case 'text':
      return { kind: 'text', text: block.hasLines ? withLines(block.text) : onOneLine(block.text) };
    case 'quiet':
    case 'notice':
      return { ...block, text: onOneLine(block.text) };
    case 'button':
      return { ...block, label: onOneLine(block.label) };
    case 'facts':
      return { kind: 'facts', rows: block.rows.map(([name, value]) => [onOneLine(name), onOneLine(value)]) };
    case 'list':
      return { kind: 'list', items: block.items.map(onOneLine) };
    default:
      return block satisfies never;
  }
};

/** Renders HTML in the portal's look and a plain-text part; markup in names stays text. */
export const renderMail = async (written: MailContent): Promise<{ html: string; text: string }> => {
  const content: MailContent = {
    ...written,
    heading: onOneLine(written.heading),
    blocks: written.blocks.map(cleaned),
    foot: written.foot.map(withLines),
  };
  const parts = [content.heading, ...content.blocks.map(blockText)];
  return {
    html: await render(page(content)),
    text: `${parts.join('\n\n')}\n\n-- \n${content.foot.join('\n')}\n`,
  };
};
