import { CallError } from '../../api/call-error.ts';

/** Maps the refusal of a list that is sent as a whole, with the `index` of a row, to errors at that row's fields. */
export const byRow = (error: unknown, list: string): unknown => {
  if (!(error instanceof CallError) || error.status !== 400) return error;
  const index = indexOf(error.body);
  if (index === null) return error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, message]) => [`${list}.${index}.${name}`, message]),
  );
  const mapped = new CallError(error.status, error.message, error.body, error.retryAfterS);
  Object.assign(mapped, { fields });
  return mapped;
};

const indexOf = (body: unknown): number | null =>
  typeof body === 'object' && body !== null && 'index' in body && typeof body.index === 'number' ? body.index : null;

/**
 * Limits custom styles to the page's own tree by nesting them under its root; dialogs, banner, toasts and notices are
 * outside. Rules for `:root`, `html` or `body` apply to that tree.
 */
export const scopedCss = (css: string): string =>
  css.trim() === '' ? '' : `#root{${css.replace(/(^|[\s,{}>+~(])(?::root|html|body)(?![\w-])/g, '$1&')}}`;
