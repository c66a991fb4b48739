import { Link } from '@tanstack/react-router';
import { inOrder } from '../../ui/in-order.ts';
import { Text } from '../../ui/layout.tsx';
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
const items = (lines: readonly Line[]) => inOrder(lines, (line) => <li>{render(line)}</li>);

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
              {inOrder(block.head, (cell) => (
                <th scope="col">{render(cell)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {inOrder(block.rows, (row) => (
              <tr>
                {inOrder(row, (cell) => (
                  <td>{render(cell)}</td>
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
    <Text as="article" line={22} className={css.leaf}>
      {inOrder(blocks(source), (block) => (
        <BlockView block={block} />
      ))}
    </Text>
  );
};
