import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/accounts';
import { endpoints as keys } from '@tocsin/contract/api-keys';
import type { BodyIn } from '@tocsin/contract/endpoint';
import type { OwnProof } from '@tocsin/contract/passkeys';
import { endpoints as services } from '@tocsin/contract/service-accounts';
import { endpoints as settings } from '@tocsin/contract/settings';
import { endpoints as twoFactor } from '@tocsin/contract/two-factor';
import { z } from 'zod';
import { call, callQuery } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { ask, send } from '../../api/http.ts';
import { TwoFactorState } from '../../domain/two-factor.ts';

/** Signs in with a password; resolves with the session token. Refusals are thrown as CallError, here and below. */
export const login = async (username: string, password: string): Promise<string> =>
  (await call(endpoints.login, { body: { username, password } })).token;
/** The person and the second factor of a session that is not yet the page's own. */
export const sessionOf = async (token: string) => ({
  me: await ask({ method: 'GET', path: 'v1/me/', token }, endpoints.me.reply),
  factor: await ask({ method: 'GET', path: 'v1/2fa/is_2fa_required/', token }, TwoFactorState),
});
/** Verifies the second factor of such a session. */
export const verifySession = (token: string, code: string) =>
  send({ method: 'POST', path: 'v1/2fa/verify_2fa/', token, body: { token: code } });
export const logout = () => call(endpoints.logout);

export const registerForDemo = (body: { readonly name: string; readonly company: string; readonly email: string }) =>
  call(endpoints.registerForDemo, { body });
export const sendFeedback = (body: { readonly about: string; readonly text: string }) =>
  call(endpoints.feedback, { body });
export const sendResetLink = (email: string) => call(endpoints.resetPassword, { body: { email } });

export const captchaOffer = () => call(endpoints.captcha);
/** Whether the server accepts the token; if so, it sets the cookie that the protected calls require. */
export const verifyCaptcha = async (token: string): Promise<boolean> =>
  (await call(endpoints.verifyCaptcha, { body: { token } })).success;

export const activationState = (token: string) => call(endpoints.activationState, { params: { token } });
export const acceptTerms = (token: string) => call(endpoints.acceptTerms, { params: { token }, body: { stage: 1 } });
/** Sets the first password; resolves with the token of the user's first session. */
export const setFirstPassword = async (token: string, first: string, second: string): Promise<string> =>
  (await call(endpoints.setFirstPassword, { params: { token }, body: { password1: first, password2: second } })).token;

type MailedLink = { readonly uid: string; readonly token: string };
export const confirmReset = (link: MailedLink, first: string, second: string) =>
  call(endpoints.confirmReset, { body: { new_password1: first, new_password2: second, ...link } });
/** Whether an e-mailed link belongs to the signed-in user; false if the session has ended. */
export const isOwnLink = async (uid: string): Promise<boolean> => {
  const me = await call(endpoints.me).catch(() => null);
  return me !== null && String(me.id) === uid;
};

export const profileQuery = () => callQuery(['me', 'profile'], endpoints.me, { staleTime: 0 });
export type ProfileInput = {
  readonly full_name: string;
  readonly company: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
};
export const saveProfile = (id: number, body: ProfileInput) =>
  ask({ method: 'PATCH', path: `v1/users/${id}/`, body }, z.unknown());
export const changeOwnPassword = (old: string, first: string, second: string, keep: readonly number[]) =>
  call(endpoints.changePassword, {
    body: { old_password: old, new_password1: first, new_password2: second, keep_api_keys: [...keep] },
  });
export const changeOwnEmail = (email: string, password: string) =>
  call(endpoints.changeEmail, { body: { email, password } });
export const confirmEmail = (link: MailedLink) => call(endpoints.confirmEmail, { body: link });

export const startTwoFactor = (proof: OwnProof = {}) => call(twoFactor.setupTwoFactor, { body: proof });
export const twoFactorCode = () => call(twoFactor.twoFactorCode);
/** Verifies a one-time code; resolves with recovery codes if it completes a setup. */
export const verifyTwoFactor = (token: string) => call(twoFactor.verifyTwoFactor, { body: { token } });
export const disableTwoFactor = (proof: OwnProof) => call(twoFactor.disableTwoFactor, { body: proof });

export const sessionsQuery = () => callQuery(['sessions'], endpoints.sessions, { staleTime: 0 });
export const endSession = (id: number) => call(endpoints.endSession, { params: { id } });
export const endOtherSessions = () => call(endpoints.endOtherSessions);

export const keysQuery = () => callQuery(['api-keys'], keys.list, { staleTime: 0 });
export const makeKey = (body: BodyIn<typeof keys.create>) => call(keys.create, { body });
export const revokeKey = (id: number) => call(keys.revoke, { params: { id } });

/** Service accounts of a client, or with null of the operator. */
export const servicesQuery = (client: number | null) =>
  callQuery(['service-accounts', client], services.list, {
    query: client === null ? {} : { client: String(client) },
    staleTime: 0,
  });
export const makeService = (body: BodyIn<typeof services.create>) => call(services.create, { body });
export const makeServiceKey = (id: number, body: BodyIn<typeof services.createKey>) =>
  call(services.createKey, { params: { id }, body });
export const changeService = (id: number, body: BodyIn<typeof services.change>) =>
  call(services.change, { params: { id }, body });
export const changeServiceKey = (id: number, key: number, body: BodyIn<typeof services.changeKey>) =>
  call(services.changeKey, { params: { id, key }, body });
export const adoptService = (id: number, body: OwnProof) => call(services.adopt, { params: { id }, body });
export const removeService = (id: number) => call(services.remove, { params: { id } });
export const revokeServiceKey = (id: number, key: number) => call(services.revokeKey, { params: { id, key } });

export const wallsQuery = (site: number) =>
  callQuery(['walls', site], endpoints.wallDisplays, { params: { id: site }, staleTime: 0 });
export const makeWallLink = (site: number) => call(endpoints.makeWallLink, { params: { id: site } });
export const endWall = (site: number, session: number) =>
  call(endpoints.endWallDisplay, { params: { id: site, session } });
export const openWall = async (token: string): Promise<string> =>
  (await call(endpoints.openWallDisplay, { body: { token } })).token;

/** The server's error text; null if it did not answer. */
export const serverText = (error: unknown): string | null =>
  error instanceof CallError && error.status > 0 && error.status < 500 ? error.message : null;

/** The operator's static page with this slug; null if there is none. */
export const flatPageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['flat-page', slug],
    queryFn: async ({ signal }) => (await call(settings.readFlatPages, { query: { slug }, signal })).results[0] ?? null,
    staleTime: 60_000,
  });
