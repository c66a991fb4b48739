import type { IncomingHttpHeaders } from 'node:http';
import type { ReplyOf } from '@tocsin/contract/endpoint';
import { endpoints, type SmsGateway, type SmsGatewayInput } from '@tocsin/contract/sms-gateway';
import { refuseOlder } from '../../access/api-versions.ts';
import { type Api, route } from '../../access/route.ts';
import {
  Headers,
  readGateway,
  type SmsGatewayRow,
  setConfirmed,
  smsTemplateMistake,
  valueAt,
} from '../../notify/index.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import type { Throttle } from '../../platform/throttle.ts';
import { newSecret } from '../../platform/webhook-signature.ts';
import { isFromGateway } from './inbound-sign.ts';
import { methodsWithNumber } from './store.ts';
import { deleteGateway, lockGateway, putGateway, setGatewaySecret } from './store-sms-gateway.ts';

export interface SmsGatewayDependencies extends DbAndClock {
  readonly encryption: Encryption;
  readonly throttle: Throttle;
  /** Acknowledges by the code of one of the methods' messages; null: no such message. */
  readonly acknowledgeByCode: (
    methodIds: readonly number[],
    code: string,
    address: string,
  ) => Promise<{ readonly methodId: number } | null>;
  /** Writes what a gateway reports of a message; the method that it went by, null: unknown. */
  readonly reported: (providerId: string, state: 'delivered' | 'failed') => Promise<number | null>;
}

type Outcome = ReplyOf<typeof endpoints.inbound>['outcome'];

/** Wrong codes from one number in an hour: six digits are not to be guessed. */
const replyLimit = { bucket: 'sms-reply', most: 10, windowMs: 3_600_000 };

/** The operator's SMS gateway: how it is called, and what it sends to us. */
export const addSmsGatewayRoutes = (api: Api, dependencies: SmsGatewayDependencies): void => {
  const { db, clock, encryption, throttle } = dependencies;
  const about = { subject: 'SMS gateway' };

  const shown = (row: SmsGatewayRow): SmsGateway => {
    const { headers, secret: _, ...rest } = row;
    const names = Headers.parse(JSON.parse(encryption.open(headers))).map(({ name }) => name);
    return { ...valuesOf(rest), header_names: names, version: row.version };
  };
  const read = async () => {
    const row = await readGateway(db);
    return { gateway: row ? shown(row) : null };
  };
  const audited = (row: SmsGatewayRow | undefined) => {
    if (!row) return null;
    const { url, body, ...rest } = shown(row);
    // A template may carry a password.
    return { ...rest, origin: new URL(url).origin, body: `${body.length} characters` };
  };

  route(api, endpoints.read, read);

  route(api, endpoints.put, async (call) => {
    const { headers, version, ...input } = call.body;
    const mistake = smsTemplateMistake(input);
    if (mistake !== null) throw badField(input.method === 'GET' ? 'url' : 'body', mistake);
    const secret = newSecret();
    const isNew = await recorded(db, byCall(call), async (trx, note) => {
      const before = await lockGateway(trx);
      if (before) await refuseOlder(version, before.version, async () => ({ gateway: shown(before) }));
      const kept = headers === undefined && before ? before.headers : encryption.close(JSON.stringify(headers ?? []));
      await putGateway(trx, { ...input, headers: kept, secret: before?.secret ?? encryption.close(secret) });
      const [old, fresh] = [audited(before), audited(await readGateway(trx))];
      const changed = difference({ ...old, version: 0 }, { ...fresh, version: 0 });
      const isSecretPart = before && (before.url !== input.url || before.body !== input.body || headers !== undefined);
      const change = { ...changed.new, ...(isSecretPart ? { template: 'changed' } : {}) };
      note({
        action: before ? 'change' : 'create',
        ...about,
        old: before ? changed.old : null,
        new: before ? change : fresh,
      });
      return before === undefined;
    });
    const { gateway } = await read();
    if (!gateway) throw new Refusal('conflict');
    return { gateway, ...(isNew ? { secret } : {}) };
  });

  route(api, endpoints.remove, async (call) => {
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await lockGateway(trx));
      await deleteGateway(trx);
      note({ action: 'remove', ...about, old: audited(before), new: null });
    });
  });

  route(api, endpoints.rotate, async (call) => {
    const secret = newSecret();
    await recorded(db, byCall(call), async (trx, note) => {
      if (!(await lockGateway(trx))) throw new Refusal('not-found');
      await setGatewaySecret(trx, encryption.close(secret));
      note({ action: 'change', ...about, old: {}, new: { secret: 'changed' } });
    });
    return { secret };
  });

  route(api, endpoints.inbound, ({ body, request, address }) => takeInbound(body, request.headers, address));
  route(api, endpoints.inboundQuery, ({ query, request, address }) => takeInbound(query, request.headers, address));

  const takeInbound = async (
    body: Readonly<Record<string, unknown>>,
    headers: IncomingHttpHeaders,
    address: string,
  ): Promise<{ outcome: Outcome }> => {
    const gateway = await readGateway(db);
    const secret = gateway && encryption.open(gateway.secret);
    const signedText = gateway ? signedPart(gateway, body) : '';
    if (!gateway || !secret || !isFromGateway(headers, secret, signedText, clock.now()))
      throw badField('non_field_errors', 'The signature or the bearer token does not match the SMS gateway.');
    const from = valueAt(body, gateway.from_field);
    const text = valueAt(body, gateway.text_field);
    if (from !== null && text !== null) return { outcome: await takeReply(from, text, address) };
    const reportOf = valueAt(body, gateway.report_id_field);
    const state = valueAt(body, gateway.report_state_field)?.toLowerCase();
    if (reportOf === null || state === undefined) return { outcome: 'ignored' };
    const named = (states: readonly string[]) => states.some((one) => one.toLowerCase() === state);
    const result = named(gateway.delivered_states) ? 'delivered' : named(gateway.failed_states) ? 'failed' : null;
    if (result === null) return { outcome: 'ignored' };
    const methodId = await dependencies.reported(reportOf, result);
    if (methodId !== null && result === 'delivered') await setConfirmed(db, methodId, new Date(clock.now()));
    return { outcome: methodId === null ? 'ignored' : 'noted' };
  };

  /** Counts only from a verified number with the code of a message to it. */
  const takeReply = async (from: string, text: string, address: string): Promise<Outcome> => {
    const number = `+${from.replaceAll(/\D/g, '')}`;
    const methods = await methodsWithNumber(db, encryption.hash(`sms ${number}`));
    if (methods.length === 0) return 'ignored';
    const attempt = await throttle.attempt(replyLimit, encryption.hash(`reply ${number}`).toString('hex'));
    const code = /(?:^|\D)(\d{6})(?!\d)/.exec(text.slice(0, 500))?.[1];
    const ids = methods.map(({ id }) => id);
    const taken = code === undefined ? null : await dependencies.acknowledgeByCode(ids, code, address);
    if (taken === null) return 'ignored';
    await attempt.forgive();
    await setConfirmed(db, taken.methodId, new Date(clock.now()));
    return 'acknowledged';
  };
};

/** What the signature covers beside the time: the fields that decide. */
function signedPart(gateway: SmsGatewayRow, body: unknown): string {
  const from = valueAt(body, gateway.from_field);
  if (from !== null) return `${from}.${valueAt(body, gateway.text_field) ?? ''}`;
  return `${valueAt(body, gateway.report_id_field) ?? ''}.${valueAt(body, gateway.report_state_field) ?? ''}`;
}

const valuesOf = (row: Omit<SmsGatewayRow, 'headers' | 'secret'>): Omit<SmsGatewayInput, 'headers' | 'version'> => ({
  url: row.url,
  method: row.method,
  body: row.body,
  content_type: row.content_type,
  id_field: row.id_field,
  from_field: row.from_field,
  text_field: row.text_field,
  report_id_field: row.report_id_field,
  report_state_field: row.report_state_field,
  delivered_states: [...row.delivered_states],
  failed_states: [...row.failed_states],
});
