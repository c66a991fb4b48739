import { createHash } from 'node:crypto';

export const partId = /^[A-Za-z0-9_-]{1,32}$/;

/** The id made from a name, always the same: a valid id stays; others keep their valid characters and get a hash. */
export function idOfName(name: string): string {
  if (partId.test(name)) return name;
  const readable = name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${readable.slice(0, 23)}-${hash}`.replace(/^-/, '');
}
