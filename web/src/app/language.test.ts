import { expect, test } from 'vitest';
import { repairLanguage, validLanguage } from './language.ts';

test('a system without a locale gets a language that Intl accepts', () => {
  expect(['en-US@posix', 'de_AT.UTF-8', 'C', ''].map(validLanguage)).toEqual(['en-US', 'en-US', 'en-US', 'en-US']);
  expect(['de-AT', 'en-US', 'zh-Hant-TW'].map(validLanguage)).toEqual(['de-AT', 'en-US', 'zh-Hant-TW']);
});

test('only an invalid language is replaced, before a library reads it', () => {
  const posix = { language: 'en-US@posix', languages: ['en-US@posix'] };
  repairLanguage(posix);
  expect(() => new Intl.NumberFormat(posix.language)).not.toThrow();
  expect(posix.languages).toEqual(['en-US']);
  const austrian = { language: 'de-AT', languages: ['de-AT', 'en'] };
  repairLanguage(austrian);
  expect(austrian.languages).toEqual(['de-AT', 'en']);
});
