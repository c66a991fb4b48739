import { texts } from '@tocsin/contract/account-texts';
import { endpoints } from '@tocsin/contract/accounts';
import { type Api, route } from '../../access/route.ts';
import { loadPerson } from '../../access/store.ts';
import { registerUser, setMailboxVerified } from '../../access/store-people.ts';
import { byCall } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import { Refusal } from '../../platform/errors.ts';
import { type AccountsDependencies, day } from './dependencies.ts';
import { isTokenOf, linkIdOf, newNonce, tokenOfLink } from './links.ts';
import { mailActivationLink } from './mails.ts';
import { refuseBadPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { fullName } from './present.ts';
import { recordedOf } from './record.ts';
import { startSession } from './sign-in.ts';
import { lockPerson, profileOf } from './store.ts';
import * as store from './store-links.ts';

const livesMs = 7 * day;

/**
 * Returns a person's open activation link, or creates one, either to show or to e-mail. A link that is shown is never
 * one that was e-mailed: opening it proves nothing about access to the mailbox.
 */
export const openActivation = async (
  { encryption, clock }: AccountsDependencies,
  trx: Trx,
  userId: number,
  isMailed = false,
): Promise<string> => {
  const now = clock.now();
  const [open] = (await store.activationLinks(trx, [userId], isMailed, new Date(now))).slice(-1);
  if (open) return tokenOfLink(encryption, open);
  const dates = { created_at: new Date(now), expires_at: new Date(now + livesMs) };
  const fresh = { kind: 'activation', nonce: newNonce(), user_id: userId, is_mailed: isMailed, ...dates } as const;
  return tokenOfLink(encryption, await store.insertLink(trx, fresh));
};

/** Enqueues the mail with the activation link. The person must not have activated yet. */
export const mailActivation = async (dependencies: AccountsDependencies, trx: Trx, userId: number): Promise<void> => {
  const profile = await profileOf(trx, userId);
  if (!profile || profile.registered_at) throw new Refusal('invalid', 'This person has activated the account already');
  const token = await openActivation(dependencies, trx, userId, true);
  await mailActivationLink(dependencies, trx, { userId, email: profile.email, name: fullName(profile) }, token);
};

/** Keys of the open activation links, for people who may send them. */
export const activationKeysOf = async (
  { db, clock, encryption }: AccountsDependencies,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const rows = await store.activationLinks(db, userIds, false, new Date(clock.now()));
  return new Map(
    rows.flatMap((row) => (row.user_id === null ? [] : [[row.user_id, tokenOfLink(encryption, row)] as const])),
  );
};

interface LinkOwner {
  readonly link: NonNullable<Awaited<ReturnType<typeof store.findLink>>>;
  readonly userId: number;
  readonly profile: NonNullable<Awaited<ReturnType<typeof profileOf>>>;
}

/**
 * Returns the link of a token and its person; undefined when the link is used, expired or forged, or the person no
 * longer exists.
 */
export const findByToken = async (
  { db, clock, encryption }: Pick<AccountsDependencies, 'db' | 'clock'> & { readonly encryption: Encryption },
  kind: store.LinkKind,
  token: string,
): Promise<LinkOwner | undefined> => {
  const id = linkIdOf(token);
  const link = id === undefined ? undefined : await store.findLink(db, id, new Date(clock.now()));
  if (!link || link.kind !== kind || link.user_id === null || !isTokenOf(encryption, token, link)) return undefined;
  const profile = await profileOf(db, link.user_id);
  // People who cannot sign in cannot activate or reset either.
  return profile && (await loadPerson(db, link.user_id)) ? { link, userId: link.user_id, profile } : undefined;
};

export const addActivationRoutes = (api: Api, dependencies: AccountsDependencies): void => {
  const { db, clock } = dependencies;
  const invalid = () => new Refusal('not-found', texts.activationInvalid);

  const find = async (token: string): Promise<LinkOwner> => {
    const owner = await findByToken(dependencies, 'activation', token);
    if (!owner || owner.profile.registered_at) throw invalid();
    return owner;
  };
  const present = ({ userId, profile }: LinkOwner, token: string, stage: number) => ({
    stage,
    uid: String(userId),
    token,
    full_name: fullName(profile),
    email: profile.email,
  });

  route(api, endpoints.resendActivation, async (call) => {
    const { userId } = call.subject;
    await recordedOf(db, byCall(call), userId, async (trx, note) => {
      await mailActivation(dependencies, trx, userId);
      const profile = await profileOf(trx, userId);
      const whose = { subject: 'person', subjectId: userId, subjectName: profile ? fullName(profile) : '' };
      note({ action: 'send activation', ...whose, old: null, new: { mailed: true } });
    });
    return { detail: 'Activation succeeded' };
  });

  route(api, endpoints.activationState, async ({ params }) => {
    const owner = await find(params.token);
    return present(owner, params.token, owner.link.stage);
  });

  route(api, endpoints.acceptTerms, async (call) => {
    const { token } = call.params;
    const owner = await find(token);
    const by = { userId: owner.userId, name: fullName(owner.profile), address: call.address };
    await recordedOf(db, by, owner.userId, async (trx, note) => {
      await store.setStage(trx, owner.link.id, 1);
      const names = { subject: 'person', subjectId: owner.userId, subjectName: by.name };
      note({ action: 'accept terms', ...names, old: { stage: owner.link.stage }, new: { stage: 1 } });
    });
    return present(owner, token, 1);
  });

  route(api, endpoints.setFirstPassword, async ({ params, body, address, request }) => {
    const owner = await find(params.token);
    if (owner.link.stage !== 1) throw new Refusal('invalid', 'Terms must be agreed before accepting');
    await refuseBadPassword(body.password1, body.password2, owner.profile, ['password1', 'password2']);
    const passwordHash = await hashPassword(body.password1);
    const { userId } = owner;
    const name = fullName(owner.profile);
    const token = await recordedOf(db, { userId, name, address }, userId, async (trx, note) => {
      const now = new Date(clock.now());
      const person = await lockPerson(trx, userId);
      if (!person || person.registered_at !== null || !(await store.takeLink(trx, owner.link.id, now))) throw invalid();
      await registerUser(trx, userId, passwordHash, now);
      await store.voidLinks(trx, userId, owner.link.is_mailed ? store.mailedKinds : store.ownKinds, now);
      if (owner.link.is_mailed) await setMailboxVerified(trx, userId, now);
      const names = { subject: 'person', subjectId: userId, subjectName: name };
      note({ action: 'activate', ...names, old: { registered: false }, new: { registered: true } });
      const agent = request.headers['user-agent'] ?? '';
      return (await startSession({ db: trx, clock }, userId, { address, agent })).token;
    });
    return { token };
  });
};
