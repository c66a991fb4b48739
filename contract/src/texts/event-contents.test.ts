import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { loadLanguages } from '../languages/load.ts';
import { readBack } from '../read-back.ts';
import { textsIn } from './define-texts.ts';
import { readerWords, texts } from './event-contents.ts';
import { texts as protection } from './protection.ts';
import { type RuleInWords, ruleContent, ruleSentence, ruleSummary, texts as ruleTexts } from './warning-rules.ts';

beforeAll(loadLanguages);

const inGerman = (content: string): string => readerWords(content, textsIn(texts, 'de'), textsIn(ruleTexts, 'de'));

it('says what the server and rules wrote in the language of the reader', () => {
  expect(inGerman('Above 10 °C')).toBe('Über 10 °C');
  expect(inGerman('Above 65 °C for 60 s')).toBe('Über 65 °C, 60 s lang');
  expect(inGerman('Rises by more than 2 °C per minute over 5 min')).toBe(
    'Über 5 min um mehr als 2 °C je Minute steigt',
  );
  expect(inGerman('More than 15 °C above Ambient 1 for 5 min, while Motor is Running for 30 min')).toBe(
    'Mehr als 15 °C über Ambient 1 liegt, 5 min lang, solange Motor den Zustand Running hat, 30 min lang',
  );
  expect(inGerman('Head bearing: left: Above 10 °C')).toBe('Head bearing: left: Über 10 °C');
  expect(inGerman('No data for 60 s')).toBe('Keine Daten seit 60 s');
  expect(inGerman('Device started anew (boot 7)')).toBe('Gerät neu gestartet (Start 7)');
  expect(inGerman('Device clock is wrong by 12 s (behind)')).toBe('Die Uhr des Geräts geht um 12 s nach');
  expect(inGerman('Device clock is wrong by 3 days (ahead)')).toBe('Die Uhr des Geräts geht um 3 Tage vor');
  expect(inGerman('Catching up, at 07:15')).toBe('Holt alte Daten nach, zurzeit von 07:15');
  expect(inGerman('Walk test: 1 sensor armed by Dana, no messages')).toBe(
    'Prüfgang: 1 Sensor scharf geschaltet von Dana, keine Meldungen',
  );
  expect(inGerman('Walk test of Dana ended (four hours are over): 3 of 12 passed')).toBe(
    'Prüfgang von Dana beendet (vier Stunden sind um): 3 von 12 bestanden',
  );
});

it('reads singular words', () => {
  const why = readBack(textsIn(protection, 'en').why, textsIn(protection, 'de').why);
  expect(why('No change in 1 running hour')).toBe('Keine Änderung in 1 Betriebsstunde');
  expect(why('Last passed 2026-05-03, 12 days ago')).toBe('Zuletzt bestanden 2026-05-03, vor 12 Tagen');
  expect(why('By design (Pat): spare input')).toBe('So gewollt (Pat): spare input');
});

it('leaves the words of a device as they are', () => {
  for (const words of ['Alarm', 'Running', 'Motor Plugged', 'Über', '', 'for 60 s'])
    expect(inGerman(words)).toBe(words);
});

it('reads every rule back as it was written', () => {
  const name = fc.stringMatching(/^[A-Z][a-z]{2,8}( [A-Z1-9])?$/);
  const seconds = fc.constantFrom(0, 5, 60, 90, 3_600);
  const gate = fc.record({
    name,
    unit: fc.constantFrom('', 'C', 'A'),
    sign: fc.constantFrom('>' as const, '<' as const, '=' as const),
    value: fc.integer({ min: -50, max: 500 }),
    state: fc.option(fc.constantFrom('Running', 'Open')),
    for_seconds: seconds,
  });
  const rules: fc.Arbitrary<RuleInWords> = fc.record({
    kind: fc.constantFrom('value' as const, 'rise' as const, 'difference' as const, 'flat' as const),
    window_seconds: fc.constantFrom(60, 300),
    absolute: fc.boolean(),
    deadband: fc.constantFrom(0, 2.5),
    off_delay_seconds: fc.constantFrom(null, 0, 30),
    sign: fc.constantFrom('>' as const, '<' as const, '=' as const),
    value: fc.double({ min: -100, max: 1_000, noNaN: true }),
    delay_seconds: seconds,
    unit: fc.constantFrom('', 'C', '%'),
    reference: name,
    only_while: fc.option(gate),
  });
  fc.assert(
    fc.property(rules, (rule) => {
      for (const words of [ruleContent(rule), ruleSummary(rule), ruleSentence('Head bearing left', rule)]) {
        expect(readerWords(words)).toBe(words);
        expect(inGerman(words)).not.toMatch(/\b(?:above|below|is|when|while|the|ends|by|from)\b/i);
      }
    }),
  );
});
