import { CallError } from '../../wire/call-error.ts';

/** A list that is sent whole names its bad row by `index`: its texts belong to that row's fields. */
export const byRow = (error: unknown, list: string): unknown => {
  if (!(error instanceof CallError) || error.status !== 400) return error;
  const index = indexOf(error.body);
  if (index === null) return error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, said]) => [`${list}.${index}.${name}`, said]),
  );
  const told = new CallError(error.status, error.message, error.body, error.retryAfterS);
  Object.assign(told, { fields });
  return told;
};

const indexOf = (body: unknown): number | null =>
  typeof body === 'object' && body !== null && 'index' in body && typeof body.index === 'number' ? body.index : null;

const dayMs = 86_400_000;
const keptDays = 30;

/** Whole days until what was removed is gone for good. */
export const daysLeft = (removedAt: string | null, now: number): number =>
  removedAt === null ? keptDays : Math.max(0, Math.ceil(keptDays - (now - Date.parse(removedAt)) / dayMs));

/**
 * Custom styles reach the page's own tree and nothing beside it: nested under its root, where dialogs, banner, toasts
 * and notices do not live. What they say of `:root`, `html` or `body` is meant for that tree.
 */
export const scopedCss = (css: string): string =>
  css.trim() === '' ? '' : `#root{${css.replace(/(^|[\s,{}>+~(])(?::root|html|body)(?![\w-])/g, '$1&')}}`;
