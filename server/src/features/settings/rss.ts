import { XMLParser } from 'fast-xml-parser';
import { hasMoreThan } from '../../platform/occurrences.ts';

/** One entry of a feed, text only. */
export interface FeedEntry {
  readonly guid: string;
  readonly title: string;
  readonly url: string;
  readonly summary: string;
  readonly publishedAt: number;
}

const maxEntries = 50;
/** Tags and attributes of a feed, which a parser would build; these take it about 50 ms. */
const maxTags = 45_000;
/** The same with what looks like a CDATA section, which a comment or an attribute may only imitate. */
const maxTagsWithCdata = 150_000;
/** Maximum length of a title or summary before its markup is removed; at most 600 characters are shown. */
const maxRawCharacters = 64 * 1024;

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && !Array.isArray(value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** Reads RSS 2.0, RSS 1.0 and Atom; throws for anything else. An entry without a date gets the current time. */
export function readFeed(bytes: Buffer, contentType: string, nowMs: number): FeedEntry[] {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    // A feed that declares its own entities is refused; XML's five and numeric ones are decoded below.
    processEntities: false,
    cdataPropName: '#cdata',
  });
  const text = decode(bytes, contentType);
  const isTooLong = hasMoreThan(text, '<=', maxTagsWithCdata) || hasMoreThan(withoutCdata(text), '<=', maxTags);
  if (/<!ENTITY/i.test(text) || isTooLong) throw new Error('It is not a feed');
  const root: unknown = parser.parse(text);
  const items = isNode(root) ? itemsOf(root) : null;
  if (items === null) throw new Error('It is not a feed');
  return items
    .filter(isNode)
    .slice(0, maxEntries)
    .map((item) => entryOf(item, nowMs))
    .filter((entry) => entry.title !== '' || entry.summary !== '');
}

/** A feed's text without its CDATA sections, in which a parser builds nothing. */
const withoutCdata = (text: string): string =>
  text
    .split('<![CDATA[')
    .map((part, i) => (i > 0 && part.includes(']]>') ? part.slice(part.indexOf(']]>')) : part))
    .join('');

function itemsOf(root: Node): unknown[] | null {
  if (isNode(root.rss)) return isNode(root.rss.channel) ? list(root.rss.channel.item) : [];
  if (isNode(root.RDF)) return list(root.RDF.item);
  if (isNode(root.feed)) return list(root.feed.entry);
  return null;
}

function entryOf(item: Node, nowMs: number): FeedEntry {
  const url = linkOf(item);
  const title = plain(item.title, 300);
  const summary = plain(item.description ?? item.summary ?? item.encoded ?? item.content, 600);
  const date = Date.parse(textOf(item.pubDate ?? item.published ?? item.updated ?? item.date));
  const guid = textOf(item.guid ?? item.id) || url || `${title} ${summary}`;
  // A date in the future would stay on top forever.
  return {
    guid: guid.slice(0, 1_000),
    title,
    url,
    summary,
    publishedAt: Number.isNaN(date) ? nowMs : Math.min(date, nowMs),
  };
}

/** Only http(s) addresses become links. */
function linkOf(item: Node): string {
  const links = list(item.link);
  const atom = links.filter(isNode).find((link) => (link['@rel'] ?? 'alternate') === 'alternate' && link['@href']);
  const text = atom ? String(atom['@href']) : textOf(links[0]);
  const url = decodeEntities(text).trim();
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? new URL(url).href.slice(0, 2_000) : '';
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return textOf(value[0]);
  if (isNode(value)) return `${textOf(value['#text'])}${textOf(value['#cdata'])}`;
  return value === undefined || value === null ? '' : String(value);
}

/** Removes markup, decodes entities (a feed's markup is itself escaped) and collapses white space. */
function plain(value: unknown, most: number): string {
  const raw = isNode(value) && !('#text' in value) && !('#cdata' in value) ? flatten(value) : textOf(value);
  const stripped = strip(decodeEntities(strip(raw.slice(0, maxRawCharacters))));
  const line = decodeEntities(stripped).replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** Atom's xhtml content is parsed into elements. */
const flatten = (node: Node): string =>
  Object.entries(node)
    .filter(([name]) => !name.startsWith('@'))
    .map(([, child]) =>
      list(child)
        .map((each) => (isNode(each) ? flatten(each) : textOf(each)))
        .join(' '),
    )
    .join(' ');

const strip = (text: string): string => withoutScripts(text).replaceAll(/<[^>]*>?/g, ' ');

/** Removes script and style with their content, in one pass; an unclosed one removes the rest, as in a browser. */
function withoutScripts(text: string): string {
  const segments: string[] = [];
  let from = 0;
  let inside: string | null = null;
  for (const { 0: tag, 1: name = '', index } of text.matchAll(/<\/?(script|style)\b/gi)) {
    const isEnd = tag.startsWith('</');
    if (inside === null && !isEnd) {
      segments.push(text.slice(from, index), ' ');
      inside = name.toLowerCase();
    } else if (isEnd && inside === name.toLowerCase()) {
      from = index;
      inside = null;
    }
  }
  if (inside === null) segments.push(text.slice(from));
  return segments.join('');
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (match, dec, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? match;
    const code = dec !== undefined ? Number(dec) : Number.parseInt(String(hex), 16);
    return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' ';
  });

function decode(bytes: Buffer, contentType: string): string {
  const head = bytes.subarray(0, 200).toString('latin1');
  const label = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /encoding=["']([\w-]+)/i.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
