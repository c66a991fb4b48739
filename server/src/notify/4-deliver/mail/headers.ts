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

/**
 * Headers that end a rule's mails to an address by one press, without a sign-in (RFC 2369, RFC 8058); null: a mail of no
 * rule has none.
 */
export const unsubscribeHeaders = (token: string | null, publicUrl: string): Record<string, string> =>
  token === null
    ? {}
    : {
        'List-Unsubscribe': `<${publicUrl}/api/v1/unsubscribe/${token}/>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
