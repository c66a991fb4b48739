import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { clauseKinds, incidentStory, type StoryFacts, storyText, storyValue } from './incident-story.ts';
import { languageNames } from './languages/languages.ts';
import { loadLanguages } from './languages/load.ts';
import { textsIn } from './texts/define-texts.ts';
import { texts } from './texts/incident-story.ts';

beforeAll(loadLanguages);

const now = Date.parse('2026-11-27T10:12:03Z');
const hour = 3_600_000;
const languages = [...languageNames.keys()];
/** Names without digits, so that each digit of a story is a time or a value. */
const name = fc.constantFrom('Head', 'Boot', 'Tail', 'Plug', 'Belt');
const person = fc.constantFrom('Sam Ortega', 'Petra Lind', 'Operator');
const moment = fc.integer({ min: now - 3 * hour, max: now });
const value = fc.double({ min: -40, max: 400, noNaN: true, noDefaultInfinity: true });
const anyEvent = fc.record({
  at: moment,
  device_id: fc.constantFrom(1, 2),
  device: fc.constantFrom('Leg', 'Drag'),
  sensor: fc.option(name),
  kind: fc.constantFrom('alarm' as const, 'warning' as const, 'lost' as const, 'offline' as const),
  state: fc.constantFrom('Absolute', 'Stopped', 'Stopped: persistent alarm', ''),
  value: fc.option(value),
  unit: fc.constantFrom('C', 'F', '%', '', 'mm'),
  is_active: fc.boolean(),
  priority: fc.option(fc.integer({ min: 1, max: 4 })),
  needs_acknowledgement: fc.boolean(),
  acknowledged: fc.option(fc.record({ by: person, at: moment })),
  is_shelved: fc.boolean(),
  shelved_until: fc.option(moment),
  is_test: fc.boolean(),
  is_late: fc.boolean(),
});
const anyFacts: fc.Arbitrary<StoryFacts> = fc
  .record({
    drawn: fc.array(anyEvent, { minLength: 1, maxLength: 8 }),
    before: fc.array(anyEvent, { maxLength: 3 }),
    earlier: fc.array(anyEvent, { maxLength: 3 }),
    firstOf: fc.integer({ min: 0, max: 9 }),
    rivalOf: fc.option(fc.integer({ min: 0, max: 9 })),
    more: fc.constantFrom(0, 0, 980),
    late: fc.boolean(),
    present: fc.option(
      fc.record({
        sensor: name,
        device: fc.constantFrom('Leg', 'Drag'),
        unit: fc.constantFrom('C', '%', ''),
        value: fc.option(value),
        at: fc.option(moment),
        is_old: fc.boolean(),
        is_online: fc.boolean(),
        before: fc.option(fc.record({ value, at: moment })),
        recent: fc.option(fc.record({ value, at: moment })),
      }),
    ),
    next: fc.option(fc.record({ name: person, at: moment })),
  })
  .map(({ drawn, before, earlier, firstOf, rivalOf, more, late, present, next }) => {
    const numbered = (list: typeof drawn, from: number) =>
      list.map((one, n) => ({ ...one, id: from + n, ended_at: one.is_active ? null : one.at + 60_000 }));
    const events = numbered(drawn, 1);
    return {
      zone: 'America/Chicago',
      events,
      more,
      first: events[firstOf]?.id ?? null,
      uncertain: rivalOf === null ? null : { event: rivalOf, ms: 2_000 },
      is_late_first: late,
      before: numbered(before, 100),
      earlier: numbered(earlier, 200),
      present,
      next,
      advice: 'Check it.',
    };
  });

const toldIn = (language: string, facts: StoryFacts) => incidentStory(facts, { language, now });
/** What the story leaves once its times are gone. */
const withoutTimes = (text: string): string => text.replace(/\b\d{2}:\d{2}\b/g, '');

describe('a story', () => {
  it('has no number that was not measured, or is not the difference of two that were', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { present, events } = facts;
        const measured = [...events, ...facts.before, ...(facts.earlier ?? [])].flatMap((one) =>
          one.value === null ? [] : [one.value],
        );
        const changes = [present?.before, present?.recent].map((earlier) =>
          present?.value != null && earlier
            ? Math.abs(Number(present.value.toFixed(1)) - Number(earlier.value.toFixed(1)))
            : 0,
        );
        const shown = [...measured, present?.value ?? 0, ...changes].flatMap((one) =>
          ['C', 'mm'].map((unit) => storyValue(one, unit, 'en').split(' ')[0]),
        );
        const story = toldIn('en', facts);
        const text = withoutTimes([story.headline, story.first, story.now, storyText(story, ['advice'])].join(' '))
          .replace(/\d+ more events?/g, '')
          .replace(/not certain within \d+ s/g, '')
          .replace(/ (?:in|for) \d+ min\b/g, '')
          .replace(/, [\dhmins ]+ ago/g, '');
        for (const number of text.match(/-?\d+(?:\.\d+)?/g) ?? []) expect(shown).toContain(number);
      }),
    );
  });

  it('names nobody and nothing that is not in its facts', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const known = JSON.stringify(facts);
        const text = [toldIn('en', facts).headline, storyText(toldIn('en', facts))].join(' ');
        for (const one of [
          'Head',
          'Boot',
          'Tail',
          'Plug',
          'Belt',
          'Leg',
          'Drag',
          'Sam Ortega',
          'Petra Lind',
          'Operator',
        ])
          if (text.includes(one)) expect(known).toContain(one);
      }),
    );
  });

  it('says first of a known member of an incident of two and more only, in every language', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom(...languages), (facts, language) => {
        const story = toldIn(language, facts);
        const t = textsIn(texts, language);
        const lead = t.first('').trim();
        const spoken = [story.headline, story.first ?? '', ...story.clauses.map(({ text }) => text)];
        const real = facts.events.filter((one) => !one.is_test);
        const told = real.length > 0 ? real : facts.events;
        const isIncident = told.length + facts.more > 1 && told.some(({ id }) => id === facts.first);
        if (!isIncident) expect(spoken.some((one) => one.startsWith(lead.replace(/\W+$/, '')))).toBe(false);
        for (const one of spoken) expect(one.toLowerCase()).not.toMatch(/\b(because|weil|parce|porque)\b/);
      }),
    );
  });

  it('tells the same facts in every language', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const english = toldIn('en', facts);
        for (const language of languages) {
          const story = toldIn(language, facts);
          expect(story.severity).toBe(english.severity);
          expect(story.clauses.map(({ kind, at }) => [kind, at])).toEqual(
            english.clauses.map(({ kind, at }) => [kind, at]),
          );
          expect(story.first === null).toBe(english.first === null);
          expect(story.now === null).toBe(english.now === null);
        }
      }),
    );
  });

  it('keeps its clauses in the order of their kinds and never ends without one', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const kinds = toldIn('en', facts).clauses.map(({ kind }) => clauseKinds.indexOf(kind));
        expect(kinds).toEqual(kinds.toSorted((a, b) => a - b));
        expect(kinds.length).toBeGreaterThan(0);
      }),
    );
  });
});
