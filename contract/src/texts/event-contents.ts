import { type Forms, formsReader, written } from '../read-back.ts';
import { defineTexts, textsIn } from './define-texts.ts';
import { texts as ruleTexts } from './warning-rules.ts';

/** What the server writes as the content of an event, beside the words of a rule; stored in English. */
export const texts = defineTexts('event-contents', {
  online: 'Device is online',
  ended: 'Session ended',
  silent: (seconds: string): string => `No data for ${seconds} s`,
  death: 'Death message',
  started: 'Device started anew',
  startedBoot: (boot: string): string => `Device started anew (boot ${boot})`,
  noData: 'Sensor sends no data',
  notListed: 'Sensor is no longer listed',
  noStatus: 'No status',
  cleared: 'Alarm cleared',
  lostNode: 'Lost communication',
  shelved: (time: string, who: string, reason: string): string => `Shelved for ${time} by ${who}: ${reason}`,
  shelvedLonger: (time: string, who: string): string => `Shelving extended by ${time} by ${who}`,
  fixed: 'Fix Notification',
  clockBehind: (time: string): string => `Device clock is wrong by ${time} (behind)`,
  clockAhead: (time: string): string => `Device clock is wrong by ${time} (ahead)`,
  clockDaysBehind: (days: string): string => `Device clock is wrong by ${days} days (behind)`,
  clockDaysAhead: (days: string): string => `Device clock is wrong by ${days} days (ahead)`,
  refused: (why: string): string => `Data refused: ${why}`,
  catchingUp: (time: string): string => `Catching up, at ${time}`,
  shared:
    'Several units sign in with the serial number of this device and the same MQTT client id, and end each other’s connections. Give each unit its own device.',
  testStarted: 'Sensor maintenance started. Please cause an alarm. Click to cancel',
  testAlarmed: 'Alarm detected! Please clear alarm to finish test. Click to cancel',
  testSucceeded: 'Maintenance test succeeded',
  testFailed: 'Maintenance test failed',
  testCanceled: 'Maintenance test canceled',
  walkArmed: (sensors: string, who: string): string =>
    `Walk test: ${sensors} ${sensors === '1' ? 'sensor' : 'sensors'} armed by ${who}, no messages`,
  walkPassed: 'Walk test passed',
  walkEnded: (who: string, why: string, passed: string, all: string): string =>
    `Walk test of ${who} ended (${why}): ${passed} of ${all} passed`,
  walkReasons: {
    signed: 'signed',
    idle: 'nobody pressed or tripped anything',
    limit: 'four hours are over',
    running: 'the machine runs',
    signed_out: 'the walker signed out',
    moved: 'the device was moved',
    removed: 'the device was removed',
  },
});

/** What a walk test that ended is said to have been, by the reason of its end. */
export const walkEndedIn =
  ({ walkEnded, walkReasons }: typeof texts, reason: keyof typeof walkReasons) =>
  (who: string, passed: string, all: string): string =>
    walkEnded(who, walkReasons[reason], passed, all);

/** The texts as forms, those by the reason of an end included. */
function formsOf(own: typeof texts): Forms {
  const { walkEnded: _, walkReasons, ...forms } = own;
  const reasons = Object.keys(walkReasons) as (keyof typeof walkReasons)[];
  return { ...forms, ...Object.fromEntries(reasons.map((reason) => [`walk ${reason}`, walkEndedIn(own, reason)])) };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
type Rules = typeof ruleTexts;
const limits = ['above', 'below', 'equal'] as const;
const comparisons = [
  'rises',
  'falls',
  'changesLess',
  'changesMore',
  'changesExactly',
  'moreAbove',
  'moreBelow',
  'lessAbove',
  'exactlyAbove',
  'differsMore',
  'differsLess',
  'differsExactly',
  'flat',
] as const;

/** How a rule's condition is written, by form: 'Above 65 °C', or 'Warn when Head bearing left is above 65 °C'. */
const conditionsIn = (t: Rules): Forms => ({
  ...Object.fromEntries(Object.entries(t.beginsValue).map(([sign, word]) => [sign, (limit) => `${word} ${limit}`])),
  ...Object.fromEntries(
    comparisons.map((name) => [name, (a, b) => capital(t[name](a ?? '', b ?? '').replace(/^is /, ''))]),
  ),
  ...Object.fromEntries(
    [...limits, ...comparisons].map((name) => [
      `warn ${name}`,
      (sensor, a, b) => t.warnWhen(sensor ?? '', t[name](a ?? '', b ?? '')),
    ]),
  ),
});

/** The condition 'only while', by form. */
const gatesIn = (t: Rules): Forms => ({
  ...Object.fromEntries(limits.map((name) => [name, (sensor, limit) => `${sensor} ${t[name](limit ?? '')}`])),
  isState: (sensor, state) => t.isState(sensor ?? '', state ?? ''),
});

/** How a warning ends, by form. */
const endsIn = (t: Rules): Forms => ({
  at: t.endsAt,
  behind: (deadband) => t.endsBehind(deadband ?? ''),
  atAfter: (time) => t.endsAfter(t.endsAt, time ?? ''),
  behindAfter: (deadband, time) => t.endsAfter(t.endsBehind(deadband ?? ''), time ?? ''),
  atOnce: t.endsAtOnce(t.endsAt),
  behindAtOnce: (deadband) => t.endsAtOnce(t.endsBehind(deadband ?? '')),
});

const englishRules = textsIn(ruleTexts, 'en');
const readContent = formsReader(formsOf(textsIn(texts, 'en')));
const formsOfPage = formsOf(texts);
const readCondition = formsReader(conditionsIn(englishRules));
const readGate = formsReader(gatesIn(englishRules));
const readEnd = formsReader(endsIn(englishRules));
/** A text before and after the first `mark`; the second part is null without it. */
function cut(text: string, mark: string): readonly [string, string | null] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** A condition, and the time for which it must last; the second part is null without one. */
function timed(text: string): readonly [string, string | null] {
  const at = text.lastIndexOf(lastingWord);
  const time = text.slice(at + lastingWord.length);
  return at < 0 || !/^\S{1,20} (?:s|min|h)$/.test(time) ? [text, null] : [text.slice(0, at), time];
}
const lastingWord = englishRules.lasting('');
const endsWord = englishRules.sentences('', '');
const whileWord = englishRules.onlyWhile('');

/**
 * The content of an event, or a rule as the server says it, in the language of a reader. The server keeps and answers
 * both in English, at times behind the name of a sensor; they are read back through the English catalogue, and what a device itself said stays as it was said.
 */
export function readerWords(english: string, own = texts, rules = ruleTexts): string {
  const fixed = readContent(english);
  if (fixed) return written((own === texts ? formsOfPage : formsOf(own))[fixed.name], fixed.values);
  const [condition, ends] = cut(english, endsWord);
  const [main, gate] = cut(condition, whileWord);
  const [head, time] = timed(main);
  const begins = readCondition(head);
  if (!begins) {
    const [name, rest] = cut(english, ': ');
    return rest === null ? english : `${name}: ${readerWords(rest, own, rules)}`;
  }
  const lasting = (seconds: string | null): string => (seconds === null ? '' : rules.lasting(seconds));
  let said = written(conditionsIn(rules)[begins.name], begins.values) + lasting(time);
  if (gate !== null) {
    const [sensor, gateTime] = timed(gate);
    const found = readGate(sensor);
    said += rules.onlyWhile((found ? written(gatesIn(rules)[found.name], found.values) : sensor) + lasting(gateTime));
  }
  const end = ends === null ? null : readEnd(ends);
  return end ? rules.sentences(said, written(endsIn(rules)[end.name], end.values)) : said;
}
