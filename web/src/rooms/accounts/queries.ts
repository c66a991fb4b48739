import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { ask, CallError } from '../../wire/http.ts';
import { kept } from '../../wire/storage.ts';

/** The calls of people without a session. Answers are parsed; refusals are CallErrors. */
const Detail = z.unknown();

export const login = async (username: string, password: string): Promise<string> => {
  const answer = await ask(
    { method: 'POST', path: 'v1/accounts/login-jwt/', body: { username, password } },
    z.object({ token: z.string() }),
  );
  return answer.token;
};

export const registerForDemo = (body: { readonly name: string; readonly company: string; readonly email: string }) =>
  ask({ method: 'POST', path: 'v1/register-for-demo/', body }, Detail);

export const sendFeedback = (body: { readonly about: string; readonly text: string }) =>
  ask({ method: 'POST', path: 'v1/feedback/', body }, Detail);

export const sendResetLink = (email: string) =>
  ask({ method: 'POST', path: 'v1/accounts/password/reset/', body: { email } }, Detail);

const ActivationState = z.looseObject({ stage: z.number() });
export const activationState = (key: string) =>
  ask({ method: 'GET', path: `v1/users/activation/get-state/${encodeURIComponent(key)}/` }, ActivationState);
export const acceptTerms = (key: string) =>
  ask(
    { method: 'POST', path: `v1/users/activation/accept-terms/${encodeURIComponent(key)}/`, body: { stage: 1 } },
    ActivationState,
  );
/** Answers with the token of the person's first session. */
export const setFirstPassword = async (key: string, first: string, second: string): Promise<string> => {
  const answer = await ask(
    {
      method: 'POST',
      path: `v1/users/activation/set-password/${encodeURIComponent(key)}/`,
      body: { password1: first, password2: second },
    },
    z.object({ token: z.string() }),
  );
  return answer.token;
};

export const confirmReset = (link: { readonly uid: string; readonly token: string }, first: string, second: string) =>
  ask(
    {
      method: 'POST',
      path: 'v1/accounts/password/reset/confirm/',
      body: { new_password1: first, new_password2: second, uid: link.uid, token: link.token },
    },
    Detail,
  );

export const logout = () => ask({ method: 'POST', path: 'v1/accounts/logout/' }, Detail);

/** Whether a reset link's uid is the signed-in person's own; an ended session owns nothing. */
export const isOwnLink = async (uid: string): Promise<boolean> => {
  try {
    const me = await ask({ method: 'GET', path: 'v1/me/' }, z.looseObject({ id: z.number().nullable() }));
    return String(me.id) === uid;
  } catch {
    return false;
  }
};

const CaptchaOffer = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('altcha'),
    challenge: z.looseObject({ parameters: z.looseObject({ algorithm: z.string() }) }),
  }),
  z.object({ provider: z.literal('siteverify'), site_key: z.string(), script: z.url() }),
]);
export type CaptchaOffer = z.infer<typeof CaptchaOffer>;

export const captchaOffer = (): Promise<CaptchaOffer> =>
  ask({ method: 'GET', path: 'v1/verify-recaptcha/' }, CaptchaOffer);

/** True when the server takes the proof; it then also sets the cookie that the guarded calls ask for. */
export const verifyCaptcha = async (token: string): Promise<boolean> => {
  const answer = await ask(
    { method: 'POST', path: 'v1/verify-recaptcha/', body: { token } },
    z.object({ success: z.boolean() }),
  );
  return answer.success;
};

export const startTwoFactor = () =>
  ask({ method: 'POST', path: 'v1/2fa/setup_2fa/' }, z.looseObject({ registered: z.boolean() }));
export const twoFactorCode = () =>
  ask(
    { method: 'GET', path: 'v1/2fa/retrieve-code/' },
    z.object({ qrcode: z.string().startsWith('data:image/'), secret: z.string() }),
  );
/** Recovery codes come along when the code completes a setup. */
export const verifyTwoFactor = (token: string) =>
  ask(
    { method: 'POST', path: 'v1/2fa/verify_2fa/', body: { token } },
    z.object({ verified: z.boolean(), registered: z.boolean(), recovery_codes: z.array(z.string()).nullish() }),
  );
export const disableTwoFactor = () => ask({ method: 'POST', path: 'v1/2fa/disable-2FA/' }, Detail);

const Profile = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  company: z.string(),
  phone: z.string(),
  address: z.string(),
});
export type Profile = z.infer<typeof Profile>;
export const profileQuery = () =>
  queryOptions({
    queryKey: ['me', 'profile'],
    queryFn: ({ signal }) => ask({ method: 'GET', path: 'v1/me/', signal }, Profile),
    staleTime: 0,
  });

export const saveProfile = (
  id: number,
  body: {
    readonly full_name: string;
    readonly company: string;
    readonly phone: string;
    readonly email: string;
    readonly address: string;
  },
) => ask({ method: 'PATCH', path: `v1/users/${id}/`, body }, Detail);

export const changeOwnPassword = (old: string, first: string, second: string) =>
  ask(
    {
      method: 'POST',
      path: 'v1/accounts/password/change/',
      body: { old_password: old, new_password1: first, new_password2: second },
    },
    Detail,
  );

/** The server's own words, where it answered at all; a lost way has none. */
export const serverText = (error: unknown): string | null =>
  error instanceof CallError && error.status > 0 && error.status < 500 ? error.message : null;

const LayoutSettings = z.object({
  logo: z.string().nullish(),
  css: z.string().nullish(),
  flatPages: z.array(z.object({ id: z.number(), title: z.string(), slug: z.string(), content: z.string() })).nullish(),
  support_address: z.string().nullish(),
  support_phone: z.string().nullish(),
  support_email: z.string().nullish(),
});
export type FlatPage = { readonly id: number; readonly title: string; readonly content: string };

/** Logo, pages and support contacts: of the client in the address (`/?client=3`), else the one that was here last. */
export const layoutQuery = () => {
  const client = new URLSearchParams(window.location.search).get('client') ?? kept('client');
  return queryOptions({
    queryKey: ['layout-settings', client],
    queryFn: ({ signal }) =>
      ask({ method: 'GET', path: 'v1/layout-settings/', query: { client }, signal }, LayoutSettings),
    staleTime: 5 * 60_000,
  });
};
