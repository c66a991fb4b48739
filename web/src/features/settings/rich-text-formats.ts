import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';

/** The formats that the editor of static pages supports: a subset of the server's allow-list (settings/html.ts). */
export const formats = [
  StarterKit.configure({ link: { openOnClick: false, protocols: ['mailto', 'tel'], defaultProtocol: 'https' } }),
  TableKit,
  // The server only accepts images with inline data.
  Image.configure({ allowBase64: true }),
];

const known = new Set(
  'a b blockquote br code col colgroup div em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s span strong table tbody td th tr u ul'.split(
    ' ',
  ),
);

/**
 * Sorted names of the elements in a page's HTML that the editor does not support and would remove. A page with such
 * elements is edited as HTML.
 */
export const unsupportedElements = (html: string): readonly string[] => {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const names = new Set([...parsed.body.querySelectorAll('*')].map((element) => element.localName));
  return [...names].filter((name) => !known.has(name)).sort();
};

/** Whether a link may have this address; the server accepts the same: http(s), mailto and tel. */
export const isLinkAddress = (address: string): boolean => /^(?:https?:\/\/|mailto:|tel:)\S/i.test(address);
