import { createHash } from 'node:crypto';

/** What a sealed row's hash covers. The IP address is covered by its salted digest alone. */
export interface SealedContent {
  readonly seq: number;
  readonly id: number;
  /** UTC with microseconds, as the database holds it. */
  readonly at: string;
  /** UTC day of the chain, `YYYY-MM-DD`; never before the day of the row before. */
  readonly day: string;
  readonly user_id: number | null;
  readonly user_name: string;
  readonly address_digest: string;
  readonly client_id: number | null;
  readonly site_id: number | null;
  readonly device_id: number | null;
  readonly action: string;
  readonly subject: string;
  readonly subject_id: string;
  readonly subject_name: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** The hash before the first row. */
export const origin: Buffer = Buffer.alloc(32);

const sha256 = (...texts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest();
};

/** Digest of an IP address; whoever lacks the salt cannot try all addresses. */
export const digestOf = (salt: Buffer, address: string): Buffer => sha256(salt, address);

/** JSON with the members of objects sorted by name, so that equal values have one text. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, canonical(each)]),
  );
};

/** Digest of a row's content. */
export const contentDigest = (row: SealedContent): Buffer =>
  sha256(
    JSON.stringify([
      row.seq,
      row.id,
      row.at,
      row.day,
      row.user_id,
      row.user_name,
      row.address_digest,
      row.client_id,
      row.site_id,
      row.device_id,
      row.action,
      row.subject,
      row.subject_id,
      row.subject_name,
      canonical(row.old),
      canonical(row.new),
    ]),
  );

/** The hash of a row: it covers all rows before it. */
export const linkOf = (before: Buffer, content: Buffer): Buffer => sha256(before, content);

/** Short form of a hash for mails and people: 128 bits as four groups of eight hexadecimal digits. */
export const checkValue = (hash: Buffer): string => hash.toString('hex').slice(0, 32).match(/.{8}/g)?.join(' ') ?? '';

/** IPv4 to its /24, IPv6 to its /48, anything else to nothing. */
export function shortAddress(address: string): string {
  const four = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(address);
  if (four) return `${four[1]}.${four[2]}.${four[3]}.0`;
  if (!address.includes(':')) return '';
  const [head = '', tail] = address.split('::', 2);
  const groups = head.split(':').filter((group) => group !== '');
  // With '::' among the first three groups, zeros stand there.
  const first = tail === undefined ? groups.slice(0, 3) : [...groups, '0', '0', '0'].slice(0, 3);
  return `${first.join(':')}::`;
}
