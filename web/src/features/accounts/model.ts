import { texts } from '@tocsin/contract/texts/accounts';

/** Validation errors: one text per invalid field. The server validates again. */
export type Errors<T> = Readonly<Partial<Record<keyof T, string>>>;

const t = texts.forms;
const maximum = { about: 255, message: 1500, password: 8 } as const;
const emailShape = /^[^\s@<>(),;:"\\]+@(?:[^\s@<>(),;:".\\]+\.)+[^\s@<>(),;:".\\]{2,}$/;

const isEmpty = (text: string): boolean => text.trim() === '';
/** Whether it is a valid e-mail address of at most 254 characters. */
export const isEmail = (text: string): boolean => text.trim().length <= 254 && emailShape.test(text.trim());

/** Only the fields with an error, so that an empty object means valid. */
const only = <T>(errors: Partial<Record<keyof T, string | null>>): Errors<T> =>
  // The cast restores the key type, which Object.fromEntries loses.
  Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== null)) as Errors<T>;

const emailError = (email: string): string | null => {
  if (isEmpty(email)) return t.email.missing;
  return isEmail(email) ? null : t.email.invalid;
};

export type SignInValues = { readonly username: string; readonly password: string };
export const checkSignIn = (v: SignInValues): Errors<SignInValues> =>
  only<SignInValues>({
    username: isEmpty(v.username) ? t.username.missing : null,
    password: v.password === '' ? t.password.missing : null,
  });

export type RegisterValues = { readonly name: string; readonly company: string; readonly email: string };
export const checkRegister = (v: RegisterValues): Errors<RegisterValues> =>
  only<RegisterValues>({
    name: isEmpty(v.name) ? t.fullName.missing : null,
    company: isEmpty(v.company) ? t.company.missing : null,
    email: emailError(v.email),
  });

export type ForgotValues = { readonly email: string };
export const checkForgot = (v: ForgotValues): Errors<ForgotValues> =>
  only<ForgotValues>({ email: emailError(v.email) });

export const topics = ['Website usage', 'Feature request', 'Issue', 'Other'] as const;
export type FeedbackValues = { readonly about: string; readonly text: string };
export const checkFeedback = (v: FeedbackValues): Errors<FeedbackValues> =>
  only<FeedbackValues>({
    about: isEmpty(v.about) || v.about.length > maximum.about ? texts.feedback.aboutMissing : null,
    text: isEmpty(v.text) ? t.message.missing : v.text.length > maximum.message ? t.message.tooLong : null,
  });

export type NewPassword = { readonly first: string; readonly second: string };

/** The password rules that the browser can check; the server also checks similarity and common passwords. */
export const isStrong = (password: string): boolean =>
  password.length >= maximum.password && /\p{Nd}/u.test(password) && /\p{Lu}/u.test(password);

/** Two empty fields give one message for the form, as specified; other errors belong to their field. */
export const checkNewPassword = (v: NewPassword): Errors<NewPassword & { form: string }> => {
  if (v.first === '' || v.second === '') return { form: texts.passwords.empty };
  return only<NewPassword & { form: string }>({
    first: isStrong(v.first) ? null : texts.passwords.weak,
    second: v.first === v.second ? null : texts.passwords.mismatch,
  });
};

/** Splits the key of `/password/reset/key/{uid}-{token}`; a uid contains no hyphen, a token may. null if invalid. */
export const parseResetKey = (key: string): { readonly uid: string; readonly token: string } | null => {
  const at = key.indexOf('-');
  return at > 0 && at < key.length - 1 ? { uid: key.slice(0, at), token: key.slice(at + 1) } : null;
};

/** The server's password error, under whichever field name; null if there is none. */
export const passwordText = (fields: Readonly<Record<string, readonly string[]>>): string | null =>
  Object.entries(fields).find(([name]) => name.includes('password'))?.[1][0] ?? null;

export type SettingsValues = {
  readonly full_name: string;
  readonly company: string;
  readonly phone: string;
  readonly address: string;
  readonly old_password: string;
  readonly first: string;
  readonly second: string;
  /** API keys that stay valid when the password changes. */
  readonly keep_api_keys: readonly number[];
};

/** Whether to change the password: the old or the new one is filled in (docs/spec/administration.md, section 5). */
export const changesPassword = (v: SettingsValues): boolean => v.old_password !== '' || v.first !== '';

/** Whether fields of the profile differ. */
export const changesProfile = (before: SettingsValues, now: SettingsValues): boolean =>
  (['full_name', 'company', 'phone', 'address'] as const).some((name) => before[name].trim() !== now[name].trim());

const newPasswordErrors = (v: SettingsValues): Partial<Record<keyof SettingsValues, string | null>> => {
  if (!changesPassword(v)) return { second: v.second === '' ? null : texts.passwords.mismatch };
  return {
    old_password: v.old_password === '' ? texts.passwords.empty : null,
    first: v.first === '' ? texts.passwords.empty : isStrong(v.first) ? null : texts.passwords.weak,
    second: v.first === v.second ? null : texts.passwords.mismatch,
  };
};

const tooLong = (text: string): string | null => (text.length > 255 ? texts.settings.tooLong : null);

export const checkSettings = (v: SettingsValues): Errors<SettingsValues> =>
  only<SettingsValues>({
    full_name: isEmpty(v.full_name) ? texts.settings.fullName.missing : tooLong(v.full_name),
    company: tooLong(v.company),
    phone: tooLong(v.phone),
    address: tooLong(v.address),
    ...newPasswordErrors(v),
  });

export type EmailChange = { readonly email: string; readonly password: string };
export const checkEmailChange = (v: EmailChange): Errors<EmailChange> =>
  only<EmailChange>({ email: emailError(v.email), password: v.password === '' ? t.password.missing : null });

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Readable name of a user agent: 'Firefox on Windows'. */
export const agentText = (agent: string): string => {
  const named = (table: typeof browsers): string | undefined => table.find(([sign]) => sign.test(agent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser && system) return texts.agent.on(browser, system);
  return browser ?? system ?? (agent.slice(0, 60) || texts.agent.unknown);
};
