import { searchText } from '@tocsin/contract/search-text';
import { expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';

const database = testDatabase();

it.each([
  ['Süd', 'sud'],
  ['MÜHLE Größe', 'muhle grosse'],
  ['Młyn Łódź', 'mlyn lodz'],
  ['Førsyning Ærø', 'forsyning aero'],
  ['Élévateur n° 2, Cœur', 'elevateur n° 2, coeur'],
  ['São João', 'sao joao'],
  ['Елеватор', 'елеватор'],
  ['斗式提升机', '斗式提升机'],
  ['50 % _x\\', '50 % _x\\'],
])('is the same in the database and in programs: %s', async (given, form) => {
  expect(searchText(given)).toBe(form);
  const { rows } = await database.pool.query('select search_text($1) as form', [given]);
  expect(rows[0].form).toBe(form);
});
