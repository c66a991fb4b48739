import { isIP } from 'node:net';
import { endpoints, type Handed, maxContactMethods, type NewContactMethod } from '@tocsin/contract/contact-methods';
import { ClientId } from '@tocsin/contract/ids';
import { priorityLevel } from '@tocsin/contract/priority';
import { texts } from '@tocsin/contract/texts/contact-methods';
import type { AccountHolder } from '../../access/account-holder.ts';
import type { Person } from '../../access/principal.ts';
import { languageOf } from '../../access/reader-language.ts';
import { type Api, route } from '../../access/route.ts';
import {
  type ContactMethodRow,
  type Content,
  findMethod,
  isUsable,
  pushKeysOf,
  quietHoursOf,
  readGateway,
  type SendDependencies,
  sendTo,
  setConfirmed,
  shownQuietHours,
  storedQuietHours,
  subscriptionMistake,
} from '../../notify/index.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import type { Throttle } from '../../platform/throttle.ts';
import { newSecret } from '../../platform/webhook-signature.ts';
import { mailTest } from './mail-test.ts';
import { presentMethod } from './present.ts';
import * as store from './store.ts';
import {
  checkContent,
  codeHash,
  codeMs,
  idOfMethodToken,
  isCodeOf,
  isMethodToken,
  methodToken,
  newCode,
  testContent,
} from './verification.ts';

export interface ContactMethodsDependencies extends SendDependencies {
  readonly throttle: Throttle;
  readonly holder: AccountHolder;
}

/** Codes and tests that one person has sent in an hour: each SMS costs the operator money. */
const sendLimit = { bucket: 'contact-method', most: 10, windowMs: 3_600_000 };

/** Browsers push from HTTPS and localhost only. */
const mayPush = (publicUrl: string): boolean => {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
};

/** A person's own contact methods and quiet hours. Nobody else sees them, whatever their role. */
export const addContactMethodRoutes = (api: Api, dependencies: ContactMethodsDependencies): void => {
  const { db, clock, encryption, publicUrl, throttle, holder } = dependencies;
  const now = () => new Date(clock.now());
  const present = (row: ContactMethodRow) => presentMethod(row, clock.now());

  const clientOf = (who: Person): number | null => who.onlyClientId ?? null;
  /** Methods of others, and for a session of a provider those of other clients, answer like unknown ones. */
  const demandOwn = (who: Person, row: ContactMethodRow | undefined): ContactMethodRow => {
    const isOwn = row?.user_id === who.userId && (clientOf(who) === null || row.client_id === clientOf(who));
    if (!row || !isOwn) throw new Refusal('not-found');
    return row;
  };
  const own = async (who: Person, id: number) => demandOwn(who, await findMethod(db, id));
  const lockOwn = async (trx: Trx, who: Person, id: number) =>
    demandOwn(who, await store.lockMethod(trx, who.userId, id));
  const about = (who: Person) => ({ subject: 'contact method', subjectId: who.userId, subjectName: who.name });

  /** Throws 429 beyond the messages of an hour; called before anything is stored. */
  const countSending = (who: Person) => throttle.attempt(sendLimit, String(who.userId));
  const handOver = async (method: ContactMethodRow, content: Content): Promise<Handed> => {
    const id = `${content.kind}-${method.id}-${clock.now()}`;
    const handed = await sendTo(dependencies, method, { id, isUrgent: true, content });
    return 'error' in handed ? { is_sent: false, error: handed.error } : { is_sent: true, error: null };
  };
  const sendCheck = async (who: Person, method: ContactMethodRow): Promise<Handed> => {
    const code = newCode();
    await store.setCode(db, method.id, codeHash(encryption, method, code), new Date(clock.now() + codeMs));
    const token = methodToken(encryption, method);
    return await handOver(
      method,
      checkContent(method, { code, token, publicUrl, language: await languageOf(db, who.userId) }),
    );
  };

  route(api, endpoints.list, async ({ who }) => {
    const onlyClientId = clientOf(who);
    const rows = await store.methodsOf(db, who.userId, onlyClientId);
    const mail = await store.emailOf(db, who.userId);
    return {
      count: rows.length,
      results: rows.map(present),
      email: mail.email,
      email_confirmed_at: mail.confirmed_at?.toISOString() ?? null,
      push_key: mayPush(publicUrl) ? (await pushKeysOf(db, encryption)).publicKey : null,
      has_sms: (await readGateway(db)) !== undefined,
      quiet_hours: shownQuietHours(await quietHoursOf(db, who.userId)),
      only_client:
        onlyClientId === null
          ? null
          : { id: ClientId.parse(onlyClientId), title: await store.clientTitle(db, onlyClientId) },
      proven_until: onlyClientId === null ? null : ((await holder.provenUntil(who))?.toISOString() ?? null),
    };
  });

  route(api, endpoints.create, async (call) => {
    const { who, body } = call;
    const { title, address, key } = await fieldsOf(body);
    await holder.demandProof(call, body);
    await countSending(who);
    const secret = body.kind === 'webhook' ? newSecret() : null;
    const stored = await recorded(db, byCall(call), async (trx, note) => {
      await store.lockMethodsOf(trx, who.userId);
      if ((await store.methodsOf(trx, who.userId, null)).length >= maxContactMethods)
        throw new Refusal('conflict', texts.tooMany(maxContactMethods));
      const row = await store.putMethod(trx, {
        userId: who.userId,
        kind: body.kind,
        title,
        address: encryption.close(address),
        addressHash: encryption.hash(key),
        secret: secret === null ? null : encryption.close(secret),
        clientId: clientOf(who),
        at: now(),
      });
      if (!row) throw new Refusal('conflict', texts.isHadAlready);
      note({ action: 'create', ...about(who), old: null, new: { kind: row.kind, title: row.title } });
      await holder.mailAdded(trx, who.userId, { what: 'method', title: row.title });
      return row;
    });
    const sent = stored.verified_at === null ? await sendCheck(who, stored) : { is_sent: true, error: null };
    const row = await own(who, stored.id);
    return { ...present(row), ...(secret === null ? {} : { secret }), sent };
  });

  const fieldsOf = async (body: NewContactMethod) => {
    if (body.kind === 'push') {
      if (!mayPush(publicUrl)) throw new Refusal('conflict', texts.noPushHere);
      const mistake = subscriptionMistake(body.subscription);
      if (mistake !== null) throw badField('subscription', mistake);
      const { endpoint, keys } = body.subscription;
      return { title: body.title, address: JSON.stringify({ endpoint, keys }), key: `push ${endpoint}` };
    }
    if (body.kind === 'sms') {
      if ((await readGateway(db)) === undefined) throw new Refusal('conflict', texts.noSms);
      return { title: `… ${body.number.slice(-4)}`, address: body.number, key: `sms ${body.number}` };
    }
    const { hostname, protocol, href } = new URL(body.url);
    const host = hostname.replace(/^\[|\]$/g, '');
    // Names are checked when they are resolved; what can never work is refused here.
    if (protocol === 'http:' && isIP(host) !== 0 && !dependencies.isPrivateAllowed(host))
      throw badField('url', texts.noPlainHttp);
    return { title: hostname.slice(0, 60), address: href, key: `webhook ${href}` };
  };

  route(api, endpoints.sendCode, async ({ who, params }) => {
    const method = await own(who, params.id);
    if (method.verified_at !== null && method.ended_at === null) throw new Refusal('conflict', texts.isVerified);
    await countSending(who);
    return await sendCheck(who, method);
  });

  route(api, endpoints.verify, async (call) => {
    const { who, params, body } = call;
    // The attempt is counted even when the code is wrong.
    const isRight = await db.transaction().execute(async (trx) => {
      const method = await lockOwn(trx, who, params.id);
      await store.countAttempt(trx, method.id);
      return method.kind !== 'push' && isCodeOf(encryption, method, body.code, clock.now());
    });
    if (!isRight) throw badField('code', texts.wrongCode);
    await recorded(db, byCall(call), async (trx, note) => {
      const method = await lockOwn(trx, who, params.id);
      await store.setVerified(trx, method.id, now());
      const fresh = { kind: method.kind, title: method.title, verified: true };
      note({ action: 'change', ...about(who), old: {}, new: fresh });
    });
    return present(await own(who, params.id));
  });

  route(api, endpoints.test, async ({ who, params }) => {
    const method = await own(who, params.id);
    if (!isUsable(method)) throw new Refusal('conflict', texts.isNotVerified);
    await countSending(who);
    const language = await languageOf(db, who.userId);
    return await handOver(method, testContent({ token: methodToken(encryption, method), publicUrl, language }));
  });

  route(api, endpoints.testEmail, async ({ who }) => {
    await countSending(who);
    const { email } = await store.emailOf(db, who.userId);
    await db.transaction().execute((trx) => mailTest(trx, { to: email, userId: who.userId, publicUrl, at: now() }));
    return { is_queued: true as const };
  });

  route(api, endpoints.change, async (call) => {
    const { who, params, body } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await lockOwn(trx, who, params.id);
      const level = body.least_priority === undefined ? before.least_priority : priorityLevel(body.least_priority);
      const after = { title: body.title ?? before.title, leastPriority: level };
      await store.changeMethod(trx, before.id, after);
      const isSame = after.title === before.title && level === before.least_priority;
      const old = { title: before.title, least_priority: before.least_priority };
      note({
        action: 'change',
        ...about(who),
        old: isSame ? {} : old,
        new: isSame ? {} : { title: after.title, least_priority: level },
      });
    });
    return present(await own(who, params.id));
  });

  route(api, endpoints.keep, async (call) => {
    const { who, params } = call;
    await own(who, params.id);
    await holder.demandProof(call, call.body);
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await lockOwn(trx, who, params.id);
      await store.keepMethod(trx, before.id);
      const isSame = before.held_at === null;
      const { kind, title } = before;
      note({
        action: 'change',
        ...about(who),
        old: isSame ? {} : { kind, title, held: true },
        new: isSame ? {} : { kind, title, held: false },
      });
    });
    return present(await own(who, params.id));
  });

  route(api, endpoints.remove, async (call) => {
    const { who, params } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await lockOwn(trx, who, params.id);
      await store.deleteMethod(trx, before.id, now());
      note({ action: 'remove', ...about(who), old: { kind: before.kind, title: before.title }, new: null });
    });
  });

  route(api, endpoints.setQuietHours, async (call) => {
    const { who, body } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = shownQuietHours(await quietHoursOf(trx, who.userId));
      const isSame = JSON.stringify(before) === JSON.stringify(body.quiet_hours);
      await store.setQuietHours(trx, who.userId, body.quiet_hours && storedQuietHours(body.quiet_hours));
      note({
        action: 'change',
        ...about(who),
        old: isSame ? {} : { quiet_hours: before },
        new: isSame ? {} : { quiet_hours: body.quiet_hours },
      });
    });
    return { quiet_hours: shownQuietHours(await quietHoursOf(db, who.userId)) };
  });

  route(api, endpoints.confirm, async (call) => {
    const { token, is_pressed: isPressed } = call.body;
    const id = idOfMethodToken(token);
    const method = id === null ? undefined : await findMethod(db, id);
    if (!method || !isMethodToken(encryption, method, token)) throw new Refusal('not-found');
    if (!isPressed || method.verified_at !== null) return await setConfirmed(db, method.id, now());
    await recorded(db, byCall(call), async (trx, note) => {
      await store.setVerified(trx, method.id, now());
      const fresh = { kind: method.kind, title: method.title, verified: true };
      note({ action: 'change', subject: 'contact method', subjectId: method.user_id, old: {}, new: fresh });
    });
  });
};
