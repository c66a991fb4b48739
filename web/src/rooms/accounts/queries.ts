import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/accounts';
import { endpoints as keys } from '@tocsin/contract/api-keys';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { endpoints as settings } from '@tocsin/contract/settings';
import { z } from 'zod';
import { call } from '../../wire/call.ts';
import { CallError } from '../../wire/call-error.ts';
import { ask } from '../../wire/http.ts';

/** The calls about people and their way in. Answers are parsed; refusals are CallErrors. */
export const login = async (username: string, password: string): Promise<string> =>
  (await call(endpoints.login, { body: { username, password } })).token;
export const logout = () => call(endpoints.logout);

export const registerForDemo = (body: { readonly name: string; readonly company: string; readonly email: string }) =>
  call(endpoints.registerForDemo, { body });
export const sendFeedback = (body: { readonly about: string; readonly text: string }) =>
  call(endpoints.feedback, { body });
export const sendResetLink = (email: string) => call(endpoints.resetPassword, { body: { email } });

export const captchaOffer = () => call(endpoints.captcha);
/** True when the server takes the proof; it then also sets the cookie that the guarded calls ask for. */
export const verifyCaptcha = async (token: string): Promise<boolean> =>
  (await call(endpoints.verifyCaptcha, { body: { token } })).success;

export const activationState = (token: string) => call(endpoints.activationState, { params: { token } });
export const acceptTerms = (token: string) => call(endpoints.acceptTerms, { params: { token }, body: { stage: 1 } });
/** Answers with the token of the person's first session. */
export const setFirstPassword = async (token: string, first: string, second: string): Promise<string> =>
  (await call(endpoints.setFirstPassword, { params: { token }, body: { password1: first, password2: second } })).token;

type MailedLink = { readonly uid: string; readonly token: string };
export const confirmReset = (link: MailedLink, first: string, second: string) =>
  call(endpoints.confirmReset, { body: { new_password1: first, new_password2: second, ...link } });
/** Whether a mailed link's uid is the signed-in person's own; an ended session owns nothing. */
export const isOwnLink = async (uid: string): Promise<boolean> => {
  const me = await call(endpoints.me).catch(() => null);
  return me !== null && String(me.id) === uid;
};

export const profileQuery = () =>
  queryOptions({
    queryKey: ['me', 'profile'],
    queryFn: ({ signal }) => call(endpoints.me, { signal }),
    staleTime: 0,
  });
export type ProfileInput = {
  readonly full_name: string;
  readonly company: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
};
export const saveProfile = (id: number, body: ProfileInput) =>
  ask({ method: 'PATCH', path: `v1/users/${id}/`, body }, z.unknown());
export const changeOwnPassword = (old: string, first: string, second: string) =>
  call(endpoints.changePassword, { body: { old_password: old, new_password1: first, new_password2: second } });
export const changeOwnEmail = (email: string, password: string) =>
  call(endpoints.changeEmail, { body: { email, password } });
export const confirmEmail = (link: MailedLink) => call(endpoints.confirmEmail, { body: link });

export const startTwoFactor = () => call(endpoints.setupTwoFactor);
export const twoFactorCode = () => call(endpoints.twoFactorCode);
/** Recovery codes come along when the code completes a setup. */
export const verifyTwoFactor = (token: string) => call(endpoints.verifyTwoFactor, { body: { token } });
export const disableTwoFactor = () => call(endpoints.disableTwoFactor);

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call(endpoints.sessions, { signal }),
    staleTime: 0,
  });
export const endSession = (id: number) => call(endpoints.endSession, { params: { id } });
export const endOtherSessions = () => call(endpoints.endOtherSessions);

export const keysQuery = () =>
  queryOptions({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => call(keys.list, { signal }),
    staleTime: 0,
  });
export const makeKey = (body: BodyIn<typeof keys.create>) => call(keys.create, { body });
export const revokeKey = (id: number) => call(keys.revoke, { params: { id } });

export const wallsQuery = (site: number) =>
  queryOptions({
    queryKey: ['walls', site],
    queryFn: ({ signal }) => call(endpoints.wallDisplays, { params: { id: site }, signal }),
    staleTime: 0,
  });
export const makeWallLink = (site: number) => call(endpoints.makeWallLink, { params: { id: site } });
export const endWall = (site: number, session: number) =>
  call(endpoints.endWallDisplay, { params: { id: site, session } });
export const openWall = async (token: string): Promise<string> =>
  (await call(endpoints.openWallDisplay, { body: { token } })).token;

/** The server's own words, where it answered at all; a lost way has none. */
export const serverText = (error: unknown): string | null =>
  error instanceof CallError && error.status > 0 && error.status < 500 ? error.message : null;

/** The operator's own page by its slug; null when there is none (any more). */
export const flatPageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['flat-page', slug],
    queryFn: async ({ signal }) => (await call(settings.readFlatPages, { query: { slug }, signal })).results[0] ?? null,
    staleTime: 60_000,
  });
