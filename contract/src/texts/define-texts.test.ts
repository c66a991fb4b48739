import { describe, expect, it } from 'vitest';
import {
  addLanguage,
  counted,
  defineTexts,
  plural,
  pluralsOf,
  setPageLanguage,
  type Translation,
  textsIn,
} from './define-texts.ts';

const texts = defineTexts('example', {
  title: 'Notifications',
  filters: { site: 'Site', device: 'Device' },
  steps: ['First', 'Second'],
  alarms: (count: number): string => counted(count, { one: 'alarm', other: 'alarms' }),
});

describe('the catalogue of texts', () => {
  it('refuses a translation of a text that does not exist, and a key that does not exist', () => {
    // @ts-expect-error There is no such text.
    const wrong: Translation<typeof texts> = { titel: 'Meldungen' };
    expect(Object.keys(wrong)).toEqual(['titel']);
    // @ts-expect-error There is no such text.
    expect(texts.titel).toBeUndefined();
    // @ts-expect-error The number of alarms is missing.
    expect(texts.alarms()).toBeDefined();
  });

  it('refuses another page language once texts are loaded, and the language of a part of them', () => {
    expect(() => setPageLanguage('de')).toThrow('before the first texts');
    expect(() => textsIn(texts.filters, 'de')).toThrow('whole texts');
  });

  it('returns a recipient’s language, and English where a text is not translated', () => {
    const counts = pluralsOf('de');
    const german: Translation<typeof texts> = {
      title: 'Meldungen',
      filters: { site: 'Standort' },
      alarms: (count) => `${count} ${counts(count, { one: 'Alarm', other: 'Alarme' })}`,
    };
    addLanguage('example', { example: german });
    const shown = textsIn(texts, 'example');
    expect([shown.title, shown.filters.site, shown.filters.device]).toEqual(['Meldungen', 'Standort', 'Device']);
    expect([shown.alarms(1), shown.alarms(3), shown.steps]).toEqual(['1 Alarm', '3 Alarme', ['First', 'Second']]);
    expect(textsIn(texts, 'nl')).toEqual(texts);
    expect(texts.title).toBe('Notifications');
  });

  it('selects word forms by the rules of the language, `other` where it has no form of its own', () => {
    expect([0, 1, 2].map((count) => counted(count, { one: 'alarm', other: 'alarms' }))).toEqual([
      '0 alarms',
      '1 alarm',
      '2 alarms',
    ]);
    expect(plural(1, { other: 'always' })).toBe('always');
    const polish = pluralsOf('pl');
    const forms = { one: 'alarm', few: 'alarmy', many: 'alarmów', other: 'alarmu' };
    expect([1, 3, 5].map((count) => polish(count, forms))).toEqual(['alarm', 'alarmy', 'alarmów']);
  });
});
