import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../../ui/tab-sign.ts';
import css from './help.module.css';
import { type Block, blocks, type Inline, type Line } from './markdown.ts';

const part = (each: Inline, key: number) => {
  switch (each.kind) {
    case 'strong':
      return <strong key={key}>{each.text}</strong>;
    case 'emphasis':
      return <em key={key}>{each.text}</em>;
    case 'code':
      return <kbd key={key}>{each.text}</kbd>;
    case 'link':
      return (
        <Link key={key} to="/help/$slug" params={{ slug: each.to.replace(/\.md$/, '') }}>
          {each.text}
        </Link>
      );
    case 'text':
      return each.text;
  }
};

const render = (line: Line) => line.map(part);
// A page never changes while shown, so indexes can serve as keys.
const items = (lines: readonly Line[]) =>
  lines.map((line, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
    <li key={n}>{render(line)}</li>
  ));

const BlockView = ({ block }: { readonly block: Block }) => {
  switch (block.kind) {
    case 'title':
      return <h1>{render(block.line)}</h1>;
    case 'heading':
      return <h2>{render(block.line)}</h2>;
    case 'paragraph':
      return <p>{render(block.line)}</p>;
    case 'bullets':
      return <ul>{items(block.items)}</ul>;
    case 'steps':
      return <ol>{items(block.items)}</ol>;
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {block.head.map((cell, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
                <th key={n} scope="col">
                  {render(cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
              <tr key={n}>
                {row.map((cell, m) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
                  <td key={m}>{render(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
};

/** One page of the help. */
export const Leaf = ({ source, title }: { readonly source: string; readonly title: string }) => {
  usePageTitle(title);
  return (
    <article className={css.leaf}>
      {blocks(source).map((block, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
        <BlockView key={n} block={block} />
      ))}
    </article>
  );
};
