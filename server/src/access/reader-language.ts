import { english, writtenLanguage } from '@tocsin/contract/languages/languages';
import type { Db } from '../platform/db.ts';
import { isProgram, type Principal } from './principal.ts';

/** Languages of what is written to people: each one's own choice where it is offered, else English. */
async function languagesOf(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'language']).where('id', 'in', userIds).execute();
  return new Map(rows.map(({ id, language }) => [id, writtenLanguage(language)]));
}

/** The language of what is written to a person; null, an address without an account, reads English. */
export const languageOf = async (db: Db, userId: number | null): Promise<string> =>
  userId === null ? english : ((await languagesOf(db, [userId])).get(userId) ?? english);

/** The readers of one mail by their language, so that it is written once in each. */
export async function byLanguage<T>(
  db: Db,
  readers: readonly T[],
  idOf: (reader: T) => number,
): Promise<ReadonlyMap<string, readonly T[]>> {
  const languages = await languagesOf(db, readers.map(idOf));
  return Map.groupBy(readers, (reader) => languages.get(idOf(reader)) ?? english);
}

/** The language of what is printed for a caller; programs and wall displays read English. */
export const languageOfCaller = (db: Db, who: Principal): Promise<string> =>
  languageOf(db, who.kind === 'person' && !isProgram(who) ? who.userId : null);
