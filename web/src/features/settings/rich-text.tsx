import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { texts } from '@tocsin/contract/texts/settings';
import { Input } from 'antd';
import { useState } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { LinkField } from './link-field.tsx';
import { formats, unsupportedElements } from './rich-text-formats.ts';
import css from './settings.module.css';

const t = texts.styles.tools;

interface Tool {
  readonly label: string;
  readonly icon?: IconName;
  readonly word?: string;
  readonly isOn: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const tools: readonly Tool[] = [
  {
    label: t.bold,
    word: 'B',
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: t.italic,
    word: 'I',
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: t.heading,
    word: 'H',
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().setHeading({ level: 2 }).run(),
  },
  {
    label: t.paragraph,
    icon: 'text',
    isOn: (editor) => editor.isActive('paragraph'),
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  {
    label: t.bullets,
    icon: 'list',
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: t.numbers,
    word: '1.',
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

type Props = { readonly label: string; readonly value: string; readonly onChange: (html: string) => void };

const Toolbar = ({ editor }: { readonly editor: Editor }) => {
  const [isLinkOpen, setIsLinkOpen] = useState(false);
  const pressed = useEditorState({ editor, selector: ({ editor: now }) => tools.map((tool) => tool.isOn(now)) });
  return (
    <>
      <Row
        role="toolbar"
        aria-label={t.bar}
        wrap
        gap={2}
        padding={4}
        borderBottom="1px solid var(--line)"
        background="var(--sunken)"
        align="stretch"
        className={css.tools}
      >
        {tools.map((tool, index) => (
          <button
            key={tool.label}
            type="button"
            title={tool.label}
            aria-label={tool.label}
            data-word={tool.word}
            aria-pressed={pressed[index] ?? false}
            onClick={() => tool.run(editor)}
          >
            {tool.icon && <Icon name={tool.icon} size={16} />}
          </button>
        ))}
        <button
          type="button"
          title={t.link}
          aria-label={t.link}
          aria-expanded={isLinkOpen}
          onClick={() => setIsLinkOpen(!isLinkOpen)}
        >
          <Icon name="connect" size={16} />
        </button>
        <button
          type="button"
          title={t.unlink}
          aria-label={t.unlink}
          onClick={() => editor.chain().focus().extendMarkRange('link').unsetLink().run()}
        >
          <Icon name="brokenLink" size={16} />
        </button>
      </Row>
      {isLinkOpen && (
        <LinkField
          initial={String(editor.getAttributes('link').href ?? '')}
          onClose={() => setIsLinkOpen(false)}
          onSet={(href) => {
            setIsLinkOpen(false);
            const { empty } = editor.state.selection;
            const chain = editor.chain().focus();
            if (empty && !editor.isActive('link'))
              chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
            else chain.extendMarkRange('link').setLink({ href }).run();
          }}
        />
      )}
    </>
  );
};

const Formatted = ({ label, value, onChange }: Props) => {
  const editor = useEditor({
    extensions: formats,
    content: value,
    editorProps: {
      attributes: { role: 'textbox', 'aria-label': label, 'aria-multiline': 'true', class: css.page ?? '' },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  return (
    <>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </>
  );
};

/**
 * Editor of a page, formatted or as HTML. A page with unsupported elements opens as HTML, so that saving removes
 * nothing.
 */
export const RichText = ({ label, value, onChange }: Props) => {
  const unsupported = unsupportedElements(value);
  const [wantsHtml, setWantsHtml] = useState(false);
  const isHtml = wantsHtml || unsupported.length > 0;
  return (
    <Text
      as="div"
      overflow="hidden"
      border="1px solid var(--line2)"
      borderRadius="var(--r-button)"
      className={css.rich}
    >
      {isHtml ? (
        <Input.TextArea
          aria-label={label}
          variant="borderless"
          className={css.source}
          autoSize={{ minRows: 10, maxRows: 20 }}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Formatted label={label} value={value} onChange={onChange} />
      )}
      <Row
        wrap
        gap="4px 16px"
        padding="6px 12px"
        borderTop="1px solid var(--line)"
        tone="quiet"
        align="stretch"
        className={css.richfoot}
      >
        <label>
          <input
            type="checkbox"
            checked={isHtml}
            disabled={unsupported.length > 0}
            onChange={(event) => setWantsHtml(event.target.checked)}
          />
          {t.asHtml}
        </label>
        {unsupported.length > 0 && <span>{t.htmlOnly(unsupported)}</span>}
      </Row>
    </Text>
  );
};
