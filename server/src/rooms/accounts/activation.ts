import { texts } from '@tocsin/contract/account-texts';
import { endpoints } from '@tocsin/contract/accounts';
import { byCall, type Trx } from '../../base/audit.ts';
import { Refusal } from '../../base/errors.ts';
import type { Seal } from '../../base/seal.ts';
import { type Api, route } from '../../policy/route.ts';
import { loadPerson } from '../../policy/store.ts';
import { isTokenOf, linkIdOf, newNonce, tokenOfLink } from './links.ts';
import { mailActivationLink } from './mails.ts';
import { type AccountsParts, day } from './parts.ts';
import { refuseBadPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { fullName } from './present.ts';
import { recordedOf } from './record.ts';
import { startSession } from './sign-in.ts';
import { profileOf, registerUser } from './store.ts';
import { activationLinks, findLink, insertLink, type LinkKind, setStage, takeLink } from './store-links.ts';

const livesMs = 7 * day;

/** The activation link of somebody: the open one, else a new one. */
export const openActivation = async ({ seal, clock }: AccountsParts, trx: Trx, userId: number): Promise<string> => {
  const now = clock.now();
  const [open] = (await activationLinks(trx, [userId], new Date(now))).slice(-1);
  if (open) return tokenOfLink(seal, open);
  const dates = { created_at: new Date(now), expires_at: new Date(now + livesMs) };
  const link = await insertLink(trx, { kind: 'activation', nonce: newNonce(), user_id: userId, ...dates });
  return tokenOfLink(seal, link);
};

/** Owes the mail with the activation link; the person must not have activated yet. */
export const mailActivation = async (parts: AccountsParts, trx: Trx, userId: number): Promise<void> => {
  const profile = await profileOf(trx, userId);
  if (!profile || profile.registered_at) throw new Refusal('invalid', 'This person has activated the account already');
  const token = await openActivation(parts, trx, userId);
  await mailActivationLink(parts, trx, { userId, email: profile.email, name: fullName(profile) }, token);
};

/** Keys of the open links, to be shown to those who may send them. */
export const activationKeysOf = async (
  { db, clock, seal }: AccountsParts,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const rows = await activationLinks(db, userIds, new Date(clock.now()));
  return new Map(rows.flatMap((row) => (row.user_id === null ? [] : [[row.user_id, tokenOfLink(seal, row)] as const])));
};

interface Found {
  readonly link: NonNullable<Awaited<ReturnType<typeof findLink>>>;
  readonly userId: number;
  readonly profile: NonNullable<Awaited<ReturnType<typeof profileOf>>>;
}

/** The link of a token and its person, when neither is used up, forged or gone. */
export const findByToken = async (
  { db, clock, seal }: Pick<AccountsParts, 'db' | 'clock'> & { readonly seal: Seal },
  kind: LinkKind,
  token: string,
): Promise<Found | undefined> => {
  const id = linkIdOf(token);
  const link = id === undefined ? undefined : await findLink(db, id, new Date(clock.now()));
  if (!link || link.kind !== kind || link.user_id === null || !isTokenOf(seal, token, link)) return undefined;
  const profile = await profileOf(db, link.user_id);
  // Whoever can't sign in can't activate or reset either.
  return profile && (await loadPerson(db, link.user_id)) ? { link, userId: link.user_id, profile } : undefined;
};

export const addActivationRoutes = (api: Api, parts: AccountsParts): void => {
  const { db, clock } = parts;
  const invalid = () => new Refusal('not-found', texts.activationInvalid);

  const find = async (token: string): Promise<Found> => {
    const found = await findByToken(parts, 'activation', token);
    if (!found || found.profile.registered_at) throw invalid();
    return found;
  };
  const present = ({ userId, profile }: Found, token: string, stage: number) => ({
    ...{ stage, uid: String(userId), token },
    ...{ full_name: fullName(profile), email: profile.email },
  });

  route(api, endpoints.resendActivation, async (call) => {
    const { userId } = call.subject;
    await recordedOf(db, byCall(call), userId, async (trx, note) => {
      await mailActivation(parts, trx, userId);
      const profile = await profileOf(trx, userId);
      const whose = { subject: 'person', subjectId: userId, subjectName: profile ? fullName(profile) : '' };
      note({ action: 'send activation', ...whose, old: null, new: { mailed: true } });
    });
    return { detail: 'Activation succeeded' };
  });

  route(api, endpoints.activationState, async ({ params }) => {
    const found = await find(params.token);
    return present(found, params.token, found.link.stage);
  });

  route(api, endpoints.acceptTerms, async (call) => {
    const { token } = call.params;
    const found = await find(token);
    const by = { userId: found.userId, name: fullName(found.profile), address: call.address };
    await recordedOf(db, by, found.userId, async (trx, note) => {
      await setStage(trx, found.link.id, 1);
      const names = { subject: 'person', subjectId: found.userId, subjectName: by.name };
      note({ action: 'accept terms', ...names, old: { stage: found.link.stage }, new: { stage: 1 } });
    });
    return present(found, token, 1);
  });

  route(api, endpoints.setFirstPassword, async ({ params, body, address, request }) => {
    const found = await find(params.token);
    if (found.link.stage !== 1) throw new Refusal('invalid', 'Terms must be agreed before accepting');
    await refuseBadPassword(body.password1, body.password2, found.profile, ['password1', 'password2']);
    const passwordHash = await hashPassword(body.password1);
    const { userId } = found;
    const name = fullName(found.profile);
    const token = await recordedOf(db, { userId, name, address }, userId, async (trx, note) => {
      const now = new Date(clock.now());
      if (!(await takeLink(trx, found.link.id, now))) throw invalid();
      await registerUser(trx, userId, passwordHash, now);
      const names = { subject: 'person', subjectId: userId, subjectName: name };
      note({ action: 'activate', ...names, old: { registered: false }, new: { registered: true } });
      const agent = request.headers['user-agent'] ?? '';
      return (await startSession({ db: trx, clock }, userId, { address, agent })).token;
    });
    return { token };
  });
};
