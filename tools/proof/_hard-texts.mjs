// Texts that keep a scanner busy which looks at a place more than once, and how long our readers take for them.
import { readFeed } from '../../server/src/features/settings/rss.ts';

const upTo = (text, bytes) => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
const within = (before, text, after, bytes) => `${before}${upTo(text, bytes - before.length - after.length)}${after}`;

/** SVG of so many bytes: what begins and never ends, or nests without end. */
export const hardSvgs = (bytes) =>
  [
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
  ].map(([name, before, text, after]) => ({ name, text: within(before, text, after, bytes) }));

const item = ['<rss><channel><item><title>t</title><description>', '</description></item></channel></rss>'];
const data = [`${item[0]}<![CDATA[`, `]]>${item[1]}`];

/** Feeds, by the number of their bytes. */
export const hardFeeds = [
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
].map(([name, before, after, text]) => ({ name, of: (bytes) => within(before, text, after, bytes) }));

/** The shortest of three readings: other work of the machine only adds to them. */
function shortest(work) {
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
/** Twice the text takes twice as long; four times as long would be quadratic. */
const mostRatio = 3;
/** Below this the ratio says nothing. */
const smallMs = 20;

/** Prints how long the reader takes for half a feed and for the largest; true when none is quadratic. */
export function timeFeeds(feeds) {
  console.log(`\n${'feed'.padEnd(34)}${'0.5 MB'.padStart(12)}${'1 MB'.padStart(12)}`);
  let kept = true;
  for (const { name, of } of feeds) {
    const [half, whole] = [500_000, 1_000_000].map((bytes) => {
      const text = Buffer.from(of(bytes));
      return shortest(() => readFeed(text, '', 0));
    });
    console.log(`${name.padEnd(34)}${`${half.toFixed(0)} ms`.padStart(12)}${`${whole.toFixed(0)} ms`.padStart(12)}`);
    kept &&= whole < mostMs && (whole < smallMs || whole / half < mostRatio);
  }
  return kept;
}
