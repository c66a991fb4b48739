import { texts } from '@tocsin/contract/account-texts';
import { Refusal } from '../../platform/errors.ts';
import { longestPassword } from './passwords.ts';

const passwordTexts = {
  short: 'This password is too short. It must contain at least 8 characters.',
  long: `This password is too long. It must contain at most ${longestPassword} characters.`,
  digit: 'This password must contain a digit.',
  upper: 'This password must contain an uppercase letter.',
  numeric: 'This password is entirely numeric.',
  common: 'This password is too common.',
  similar: 'The password is too similar to your personal information.',
} as const;

/** Personal data that a password must not resemble. */
export interface PersonalData {
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
}

/** Length of the longest common subsequence, computed row by row. */
const common = (a: string, b: string): number => {
  let row = new Uint16Array(b.length + 1);
  for (const letter of a) {
    const next = new Uint16Array(b.length + 1);
    for (let i = 1; i <= b.length; i++)
      next[i] = b[i - 1] === letter ? (row[i - 1] ?? 0) + 1 : Math.max(row[i] ?? 0, next[i - 1] ?? 0);
    row = next;
  }
  return row[b.length] ?? 0;
};

/** Too similar: the password contains the word with little else, or nearly spells it. */
const isAlike = (password: string, word: string): boolean => {
  if (word.length < 3) return false;
  if (word.length >= 4 && password.includes(word)) return word.length / password.length >= 0.5;
  return (2 * common(password, word)) / (password.length + word.length) >= 0.7;
};

const wordsOf = (data: PersonalData): string[] => {
  const fields = [data.username, data.email, `${data.first_name}${data.last_name}`, data.company];
  const words = [...fields, data.first_name, data.last_name].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...fields, ...words].map((text) => text.toLowerCase().slice(0, 100)))];
};

/** Returns every problem of a new password; empty when it is acceptable. */
const checkPassword = (password: string, data: PersonalData, isCommon: (lower: string) => boolean): string[] => {
  const said: string[] = [];
  const lower = password.toLowerCase();
  if (password.length < 8) said.push(passwordTexts.short);
  if (password.length > longestPassword) return [passwordTexts.long];
  if (!/\p{Nd}/u.test(password)) said.push(passwordTexts.digit);
  if (!/\p{Lu}/u.test(password)) said.push(passwordTexts.upper);
  if (/^\p{Nd}+$/u.test(password)) said.push(passwordTexts.numeric);
  if (isCommon(lower)) said.push(passwordTexts.common);
  if (wordsOf(data).some((word) => isAlike(lower.slice(0, 200), word))) said.push(passwordTexts.similar);
  return said;
};

let list: Promise<ReadonlySet<string>> | undefined;

/** The 49,000 most common passwords, loaded on first use. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase())),
  );
  return list;
};

/** Throws 400 with the field names when two new passwords differ or break a rule. */
export const refuseBadPassword = async (
  first: string,
  second: string,
  data: PersonalData,
  fields: readonly [first: string, second: string],
): Promise<void> => {
  const refuse = (field: string, said: readonly string[]) =>
    new Refusal('invalid', said[0], { fields: { [field]: said } });
  if (first !== second) throw refuse(fields[1], [texts.mismatch]);
  const words = await commonPasswords();
  const said = checkPassword(first, data, (lower) => words.has(lower));
  if (said.length > 0) throw refuse(fields[0], said);
};
