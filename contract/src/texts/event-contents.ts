import { defineTexts, textsIn } from './define-texts.ts';
import { type Forms, formsReader, written } from './read-back.ts';
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
});

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
type Rules = typeof ruleTexts;
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

/** How the condition of a rule begins its event's content, by form. */
const headsIn = (t: Rules): Forms => ({
  ...Object.fromEntries(Object.entries(t.beginsValue).map(([sign, word]) => [sign, (limit) => `${word} ${limit}`])),
  ...Object.fromEntries(
    comparisons.map((name) => [name, (a, b) => capital(t[name](a ?? '', b ?? '').replace(/^is /, ''))]),
  ),
});

/** The condition 'only while', by form. */
const gatesIn = (t: Rules): Forms => ({
  above: (name, limit) => `${name} ${t.above(limit ?? '')}`,
  below: (name, limit) => `${name} ${t.below(limit ?? '')}`,
  equal: (name, limit) => `${name} ${t.equal(limit ?? '')}`,
  isState: (name, state) => t.isState(name ?? '', state ?? ''),
});

const readContent = formsReader(textsIn(texts, 'en'));
const readHead = formsReader(headsIn(textsIn(ruleTexts, 'en')));
const readGate = formsReader(gatesIn(textsIn(ruleTexts, 'en')));
const ruleParts = /^(.+?)(?: for (\S+ (?:s|min|h)))?(?:, while (.+?)(?: for (\S+ (?:s|min|h)))?)?$/u;

/**
 * The content of an event in the language of a reader. Events keep their content in English; sentences of ours and of
 * rules are read back through the English catalogue, and what a device itself said stays as it was said.
 */
export function eventContent(content: string, own = texts, rules = ruleTexts): string {
  const fixed = readContent(content);
  if (fixed) return written((own as Forms)[fixed.name], fixed.values);
  const [, head, time, gate, gateTime] = ruleParts.exec(content) ?? [];
  const begins = head === undefined ? null : readHead(head);
  if (!begins) return content;
  const condition = gate === undefined ? null : readGate(gate);
  const lasting = (seconds: string | undefined): string => (seconds === undefined ? '' : rules.lasting(seconds));
  const only = condition
    ? rules.onlyWhile(written(gatesIn(rules)[condition.name], condition.values) + lasting(gateTime))
    : '';
  return written(headsIn(rules)[begins.name], begins.values) + lasting(time) + only;
}
