import { z } from 'zod';
import { checkValue, contentDigest, digestOf, linkOf, origin } from './chain.ts';
import { exportFormat } from './export.ts';

const hex = z.string().regex(/^[0-9a-f]*$/);
const nullableId = z.number().nullable();
const Row = z.object({
  seq: z.number().int(),
  id: z.number().int(),
  at: z.string(),
  day: z.string(),
  user_id: nullableId,
  user_name: z.string(),
  address: z.string(),
  salt: hex.nullable(),
  address_digest: hex,
  client_id: nullableId,
  site_id: nullableId,
  device_id: nullableId,
  action: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  subject_name: z.string(),
  old: z.unknown(),
  new: z.unknown(),
  hash: hex,
});
const Head = z.object({
  day: z.string(),
  last_seq: z.number().int(),
  rows: z.number().int(),
  hash: hex,
  removed_at: z.string().nullable(),
});
const Line = z.union([
  z.object({ format: z.literal(exportFormat) }),
  z.object({ row: Row }),
  z.object({ head: Head }),
  z.object({ end: z.object({ last_seq: z.number().int(), rows: z.number().int(), hash: hex }) }),
]);
type Head = z.infer<typeof Head>;
type Row = z.infer<typeof Row>;

interface Link {
  readonly seq: number;
  readonly content: Buffer;
  readonly hash: Buffer;
}

export interface Verified {
  readonly rows: number;
  /** Check value of each finished day, oldest first. */
  readonly heads: readonly { readonly day: string; readonly value: string; readonly isRemoved: boolean }[];
  /** What was found wrong; empty: the chain holds. */
  readonly problems: readonly string[];
}

const maxProblems = 100;
const span = (from: number, to: number): string => (from === to ? `Row ${from} is` : `Rows ${from} to ${to} are`);

/** Reads an export line by line; rows keep three small values each. */
class Reader {
  readonly links: Link[] = [];
  readonly heads: Head[] = [];
  readonly problems: string[] = [];
  end: { readonly last_seq: number; readonly rows: number; readonly hash: string } | null = null;
  #lines = 0;
  #highest = 0;

  read(text: string): void {
    this.#lines++;
    if (text === '') return;
    const parsed = Line.safeParse(parseJson(text));
    if (!parsed.success) this.say(`Line ${this.#lines} cannot be read`);
    else if (this.end !== null) this.say(`Line ${this.#lines} follows the end`);
    else if ('row' in parsed.data) this.#row(parsed.data.row);
    else if ('head' in parsed.data) this.heads.push(parsed.data.head);
    else if ('end' in parsed.data) this.end = parsed.data.end;
  }

  say(problem: string): void {
    if (this.problems.length < maxProblems) this.problems.push(problem);
  }

  #row(row: Row): void {
    if (row.seq < this.#highest) this.say(`Row ${row.seq} stands after row ${this.#highest}: the order was changed`);
    this.#highest = Math.max(this.#highest, row.seq);
    if (row.salt !== null && !digestOf(Buffer.from(row.salt, 'hex'), row.address).equals(fromHex(row.address_digest)))
      this.say(`The address of row ${row.seq} was changed`);
    this.links.push({ seq: row.seq, content: contentDigest(row), hash: fromHex(row.hash) });
  }
}

const fromHex = (text: string): Buffer => Buffer.from(text, 'hex');
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Where the rows of the file begin: after the last day that retention removed. */
function beginning(reader: Reader): { seq: number; hash: Buffer } {
  const removed = reader.heads.filter((head) => head.removed_at !== null).at(-1);
  return removed ? { seq: removed.last_seq, hash: fromHex(removed.hash) } : { seq: 0, hash: origin };
}

function checkLinks(reader: Reader): Map<number, Buffer> {
  const hashes = new Map<number, Buffer>();
  let before = beginning(reader);
  hashes.set(before.seq, before.hash);
  for (const link of [...reader.links].sort((a, b) => a.seq - b.seq)) {
    if (link.seq <= before.seq) reader.say(`Row ${link.seq} appears twice`);
    else if (link.seq > before.seq + 1) reader.say(`${span(before.seq + 1, link.seq - 1)} missing`);
    // After a gap the hash before is unknown: the row itself cannot be checked.
    else if (!linkOf(before.hash, link.content).equals(link.hash))
      reader.say(`Row ${link.seq} was changed: its hash does not follow from its content and the row before`);
    hashes.set(link.seq, link.hash);
    before = link;
  }
  return hashes;
}

function checkHeads(reader: Reader, hashes: ReadonlyMap<number, Buffer>): void {
  let before = 0;
  for (const head of reader.heads) {
    if (head.last_seq !== before + head.rows) reader.say(`The number of rows up to ${head.day} was changed`);
    before = head.last_seq;
    const hash = hashes.get(head.last_seq);
    if (head.removed_at === null && hash !== undefined && !hash.equals(fromHex(head.hash)))
      reader.say(`The head of ${head.day} does not belong to row ${head.last_seq}`);
  }
}

function checkEnd(reader: Reader, hashes: ReadonlyMap<number, Buffer>): void {
  const { end, links } = reader;
  if (end === null) {
    reader.say('The file has no end: its tail was cut off');
    return;
  }
  const first = beginning(reader).seq;
  const last = links.reduce((most, link) => Math.max(most, link.seq), first);
  if (end.last_seq > last) reader.say(`${span(last + 1, end.last_seq)} missing: the tail was cut off`);
  const lastHead = reader.heads.at(-1);
  if (lastHead && lastHead.last_seq > end.last_seq)
    reader.say(`${span(end.last_seq + 1, lastHead.last_seq)} missing: the head of ${lastHead.day} names more rows`);
  const hash = hashes.get(end.last_seq);
  if (end.last_seq > 0 && hash !== undefined && !hash.equals(fromHex(end.hash)))
    reader.say(`The end does not belong to row ${end.last_seq}`);
}

/** Checks an exported chain by the file alone. A rewritten chain holds too: compare its values with those mailed. */
export async function verifyChain(lines: AsyncIterable<string> | Iterable<string>): Promise<Verified> {
  const reader = new Reader();
  for await (const line of lines) reader.read(line);
  const hashes = checkLinks(reader);
  checkHeads(reader, hashes);
  checkEnd(reader, hashes);
  return {
    rows: reader.links.length,
    heads: reader.heads.map((head) => ({
      day: head.day,
      value: checkValue(fromHex(head.hash)),
      isRemoved: head.removed_at !== null,
    })),
    problems: reader.problems,
  };
}
