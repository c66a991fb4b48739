import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';

/** The formats that the editor of static pages can hold: a subset of the server's allow-list (settings/html.ts). */
export const formats = [
  StarterKit.configure({ link: { openOnClick: false, protocols: ['mailto', 'tel'], defaultProtocol: 'https' } }),
  TableKit,
  // The server keeps images with inline data alone.
  Image.configure({ allowBase64: true }),
];

const known = new Set(
  'a b blockquote br code col colgroup div em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s span strong table tbody td th tr u ul'.split(
    ' ',
  ),
);

/**
 * The names of elements in a page's HTML that the editor cannot hold, and would remove when it saves, sorted. Such a
 * page is edited as HTML.
 */
export const unsupportedElements = (html: string): readonly string[] => {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const names = new Set([...parsed.body.querySelectorAll('*')].map((element) => element.localName));
  return [...names].filter((name) => !known.has(name)).sort();
};

/** Whether a link may have this address: web pages, mail addresses and telephone numbers, as the server keeps them. */
export const isLinkAddress = (address: string): boolean => /^(?:https?:\/\/|mailto:|tel:)\S/i.test(address);
