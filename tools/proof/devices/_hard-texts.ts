// Texts that keep a backtracking scanner busy, and the time that our readers take for them.
import { readFeed } from '../../../server/src/features/settings/rss.ts';

const upTo = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
const within = (before: string, text: string, after: string, bytes: number): string =>
  `${before}${upTo(text, bytes - before.length - after.length)}${after}`;

/** Its parts: `text` is repeated between the others. */
type HardText = readonly [name: string, before: string, text: string, after: string];
type HardFeed = readonly [name: string, before: string, after: string, text: string];
/** A feed of so many bytes. */
export interface Feed {
  readonly name: string;
  readonly of: (bytes: number) => string;
}

/** SVG of this many bytes with elements that never end or nest without end. */
export const hardSvgs = (bytes: number): readonly { readonly name: string; readonly text: string }[] =>
  svgs.map(([name, before, text, after]) => ({ name, text: within(before, text, after, bytes) }));

const svgs: readonly HardText[] = [
  ['document types', '<svg>', '<!DOCTYPE ', '</svg>'],
  ['document types with brackets', '<svg>', '<!DOCTYPE x [', '</svg>'],
  ['comments without an end', '<svg>', '<!-- -', '</svg>'],
  ['character data without an end', '<svg>', '<![CDATA[ ]]', '</svg>'],
  ['instructions without an end', '<svg>', '<?x ', '</svg>'],
  ['elements without an end', '<svg>', '<g ', '</svg>'],
  ['nested elements', '<svg>', '<g>', '</svg>'],
  ['attributes without a value', '<svg ', 'a ', '></svg>'],
  ['attributes in open quotes', '<svg ', 'a="', '></svg>'],
  ['white space', '<svg a', ' ', '></svg>'],
  ['references', '<svg><text>', '&#', '</text></svg>'],
  ['addresses in styles', '<svg><rect fill="', 'url(', '"/></svg>'],
];

const item = ['<rss><channel><item><title>t</title><description>', '</description></item></channel></rss>'] as const;
const data = [`${item[0]}<![CDATA[`, `]]>${item[1]}`] as const;

const feeds: readonly HardFeed[] = [
  ['scripts without an end', ...data, '<script '],
  ['scripts that never close', ...data, '<script></'],
  ['tags without an end', ...data, '<a '],
  ['references', ...data, '&#x'],
  ['escaped markup', ...item, '&lt;script&gt;'],
  ['white space', ...data, ' \n\t'],
  ['character data without an end', ...item, '<![CDATA[ ]]'],
  ['comments without an end', ...item, '<!-- -'],
  ['nested elements', ...item, '<a>'],
  ['attributes in open quotes', '<rss ', '></rss>', 'a="'],
  ['document types', '', '<rss></rss>', '<!DOCTYPE x '],
  ['entries', '<rss><channel>', '</channel></rss>', '<item><title>t</title></item>'],
];
export const hardFeeds: readonly Feed[] = feeds.map(([name, before, after, text]) => ({
  name,
  of: (bytes) => within(before, text, after, bytes),
}));

/** Milliseconds of one reading; a refusal is an answer too. */
function timeOf(text: Buffer): number {
  const from = performance.now();
  try {
    readFeed(text, '', 0);
  } catch {
    // Refused.
  }
  return performance.now() - from;
}

/** The shortest of readings counts, because other work of the machine only adds time. */
const readings = 7;
const maxMs = 1_000;
const largest = 1_000_000;
/** Eight times the text must take about eight times as long; 64 times as long would be quadratic. */
const timesLarger = 8;
const maxRatio = 24;
/** Below this the ratio means nothing. */
const smallMs = 50;

/** Prints the time for an eighth of a feed and for the largest; returns true when no reader is quadratic. */
export function timeFeeds(feeds: readonly Feed[]): boolean {
  console.log(`\n${'feed'.padEnd(34)}${'0.125 MB'.padStart(12)}${'1 MB'.padStart(12)}`);
  let holds = true;
  for (const { name, of } of feeds) {
    const [small, full] = [Buffer.from(of(largest / timesLarger)), Buffer.from(of(largest))];
    let [shortestOfSmall, shortestOfFull] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    // In turns, so that a busy moment of the machine meets both.
    for (let i = 0; i < readings; i++) {
      shortestOfSmall = Math.min(shortestOfSmall, timeOf(small));
      shortestOfFull = Math.min(shortestOfFull, timeOf(full));
    }
    const kept = shortestOfFull < maxMs && (shortestOfFull < smallMs || shortestOfFull / shortestOfSmall < maxRatio);
    const cells = [shortestOfSmall, shortestOfFull].map((ms) => `${ms.toFixed(1)} ms`.padStart(12));
    console.log(`${name.padEnd(34)}${cells.join('')}${kept ? '' : '  BROKEN'}`);
    holds &&= kept;
  }
  return holds;
}
