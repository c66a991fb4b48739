import { domainToASCII } from 'node:url';

const defaultDomain = 'localhost';

/** The part after the last @ of an address, in lower case. */
export const hostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The domain of a From header such as `Tocsin <portal@plant.example>`. */
function domainOf(from: string): string {
  const end = from.lastIndexOf('>');
  const begin = from.lastIndexOf('<');
  const address = begin >= 0 && begin < end ? from.slice(begin + 1, end) : from;
  return domainToASCII(hostOf(address.trim())) || defaultDomain;
}

/**
 * The Message-ID as it is sent: the stored one, unique in this database, with the installation's id and the sender's
 * domain. A mail server may drop the second of two mails with the same id as a duplicate.
 */
export const wireMessageId = (stored: string, from: string, installation: string): string =>
  `${stored.slice(0, stored.lastIndexOf('@'))}.${installation}@${domainOf(from)}>`;

/** Headers of a mail that belongs to a thread: all its mails answer one Message-ID, so that they are shown together. */
export function threadHeaders(
  thread: string | null,
  from: string,
  installation: string,
): { readonly inReplyTo?: string; readonly references?: string } {
  if (thread === null) return {};
  const root = wireMessageId(`<${thread}@tocsin>`, from, installation);
  return { inReplyTo: root, references: root };
}

/** Header with the address to change a rule's mails (RFC 2369); other mails have none. */
export const unsubscribeHeaders = (ruleId: number | null, publicUrl: string): Record<string, string> =>
  ruleId === null ? {} : { 'List-Unsubscribe': `<${publicUrl}/user/setting/add/notification/${ruleId}>` };
