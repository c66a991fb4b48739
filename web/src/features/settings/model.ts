import { CallError } from '../../api/call-error.ts';

/** A list that is sent as a whole reports its bad row by `index`: the texts belong to that row's fields. */
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
 * Custom styles apply to the page's own tree only: they are nested under its root, while dialogs, banner, toasts and
 * notices are outside. Rules for `:root`, `html` or `body` apply to that tree.
 */
export const scopedCss = (css: string): string =>
  css.trim() === '' ? '' : `#root{${css.replace(/(^|[\s,{}>+~(])(?::root|html|body)(?![\w-])/g, '$1&')}}`;
