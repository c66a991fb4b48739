import { type KeyScope, keyScopes } from '@tocsin/contract/access';
import { texts } from '@tocsin/contract/texts/api-keys';

/** Fields of the form; all are strings, and scopes are separated by spaces. */
export type KeyForm = {
  readonly name: string;
  readonly scopes: string;
  /** '' means every client. */
  readonly client: string;
  readonly days: string;
  readonly password: string;
};
export const emptyForm: KeyForm = { name: '', scopes: '', client: '', days: '90', password: '' };

/** The valid scopes in a field's text. */
export const scopesOf = (words: string): KeyScope[] => keyScopes.filter((scope) => words.split(' ').includes(scope));
/** The field's text with a scope added or removed. */
export const withScope = (words: string, scope: KeyScope, on: boolean): string =>
  keyScopes.filter((each) => (each === scope ? on : scopesOf(words).includes(each))).join(' ');

const t = texts.form;

/** Error texts by invalid field. */
export const checkKey = (form: KeyForm): Partial<Record<keyof KeyForm, string>> => {
  const errors: Partial<Record<keyof KeyForm, string>> = {};
  const name = form.name.trim();
  if (name === '') errors.name = t.nameMissing;
  else if (name.length > 60) errors.name = t.nameLong;
  if (scopesOf(form.scopes).length === 0) errors.scopes = t.scopesMissing;
  if (form.password === '') errors.password = t.passwordMissing;
  return errors;
};

/** A first call with the key, as a shell command. */
export const tryLine = (origin: string, token: string): string =>
  `curl -H 'Authorization: Bearer ${token}' ${origin}/api/v1/devices/all/`;
