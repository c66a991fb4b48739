import { texts } from '@tocsin/contract/texts/settings';
import { useEffect, useRef } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import css from './settings.module.css';

const t = texts.styles.tools;

type Tool = { readonly label: string; readonly icon?: IconName; readonly word?: string; readonly run: () => void };

// The browser's own editing commands are deprecated but supported everywhere; the server sanitizes the result.
const run = (command: string, value?: string): void => {
  document.execCommand(command, false, value);
};

const tools: readonly Tool[] = [
  { label: t.bold, word: 'B', run: () => run('bold') },
  { label: t.italic, word: 'I', run: () => run('italic') },
  { label: t.heading, word: 'H', run: () => run('formatBlock', 'h2') },
  { label: t.paragraph, icon: 'text', run: () => run('formatBlock', 'p') },
  { label: t.bullets, icon: 'list', run: () => run('insertUnorderedList') },
  { label: t.numbers, word: '1.', run: () => run('insertOrderedList') },
  {
    label: t.link,
    icon: 'connect',
    run: () => {
      const address = window.prompt(t.linkAsk, 'https://');
      if (address && /^(https?:|mailto:)/i.test(address)) run('createLink', address);
    },
  },
  { label: t.unlink, icon: 'brokenLink', run: () => run('unlink') },
];

type Props = { readonly label: string; readonly value: string; readonly onChange: (html: string) => void };

/** A page's text with the supported formats. Pasted content is inserted as plain text. */
export const RichText = ({ label, value, onChange }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Only for external changes: writing while somebody types would move the cursor.
    if (box.current && box.current.innerHTML !== value) box.current.innerHTML = value;
  }, [value]);
  return (
    <div className={css.rich}>
      <div role="toolbar" aria-label={t.bar} className={css.tools}>
        {tools.map((tool) => (
          <button
            key={tool.label}
            type="button"
            title={tool.label}
            aria-label={tool.label}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              box.current?.focus();
              tool.run();
            }}
          >
            {tool.icon ? <Icon name={tool.icon} size={16} /> : tool.word}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a textarea has no shapes. */}
      <div
        ref={box}
        role="textbox"
        tabIndex={0}
        aria-label={label}
        aria-multiline="true"
        contentEditable
        suppressContentEditableWarning
        className={css.page}
        onInput={(event) => onChange(event.currentTarget.innerHTML)}
        onPaste={(event) => {
          event.preventDefault();
          run('insertText', event.clipboardData.getData('text/plain'));
        }}
      />
    </div>
  );
};
