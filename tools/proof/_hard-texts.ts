// Texts that keep a backtracking scanner busy, and the time that our readers take for them.
import { readFeed } from '../../server/src/features/settings/rss.ts';

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

/** The shortest of three readings, because other work of the machine only adds time. */
function shortest(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const from = performance.now();
    try {
      work();
    } catch {
      // Refused, which is an answer too.
    }
    best = Math.min(best, performance.now() - from);
  }
  return best;
}

const mostMs = 1_000;
/** Twice the text must take about twice as long; four times as long would be quadratic. */
const mostRatio = 3;
/** Below this the ratio means nothing. */
const smallMs = 20;

/** Prints the time for half a feed and for the largest; returns true when no reader is quadratic. */
export function timeFeeds(feeds: readonly Feed[]): boolean {
  console.log(`\n${'feed'.padEnd(34)}${'0.5 MB'.padStart(12)}${'1 MB'.padStart(12)}`);
  let holds = true;
  for (const { name, of } of feeds) {
    const timeOf = (bytes: number): number => {
      const text = Buffer.from(of(bytes));
      return shortest(() => readFeed(text, '', 0));
    };
    const [half, full] = [timeOf(500_000), timeOf(1_000_000)];
    console.log(`${name.padEnd(34)}${`${half.toFixed(0)} ms`.padStart(12)}${`${full.toFixed(0)} ms`.padStart(12)}`);
    holds &&= full < mostMs && (full < smallMs || full / half < mostRatio);
  }
  return holds;
}
