import { createHash } from 'node:crypto';
import { type CertificateFile, canonicalJson, certificateForm } from '@tocsin/contract/certificate-file';
import type { ProtectedHours } from '@tocsin/contract/protection-hours';
import type { Db, DbAndClock, Trx } from '../../platform/db.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import type { SigningKey } from '../../platform/signing-key.ts';
import { documentOf, figuresHash, type MonthFacts } from './document.ts';
import { annexPdf, pagePdf } from './pdf.ts';
import * as store from './store.ts';

export const certificatePurpose = 'certificates';

export interface CertificateDependencies extends DbAndClock {
  readonly key: SigningKey;
  /** All devices of a site in a month ('2026-10'). */
  readonly hoursOf: (siteId: number, month: string) => Promise<ProtectedHours>;
  readonly factsOf: (siteId: number, month: string) => Promise<MonthFacts & { readonly client: string }>;
  readonly publicUrl: string;
  /** A time stamp token (RFC 3161) over bytes; null: no authority is set. */
  readonly stamp: ((bytes: Buffer) => Promise<Buffer>) | null;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
export const fingerprintOf = (publicKey: string): string => sha256(Buffer.from(publicKey, 'base64'));

/** Nothing is issued without the time stamp that is set. */
async function stamped(stamp: NonNullable<CertificateDependencies['stamp']>, bytes: Buffer): Promise<Buffer> {
  try {
    return await stamp(bytes);
  } catch (error) {
    throw new Refusal('unavailable', error instanceof Error ? error.message : String(error));
  }
}

/** Signs a document, stamps the signature, and seals both. */
export async function signedFile(
  document: CertificateFile['document'],
  { key, stamp }: Pick<CertificateDependencies, 'key' | 'stamp'>,
): Promise<string> {
  const signature = key.sign(canonicalJson(document));
  const token = stamp === null ? null : await stamped(stamp, Buffer.from(signature, 'base64'));
  const sealed = {
    form: certificateForm,
    document,
    public_key: key.publicKey,
    signature,
    time_stamp: token === null ? null : token.toString('base64'),
  };
  return canonicalJson({ ...sealed, seal: key.sign(canonicalJson(sealed)) });
}

export type Made = store.CertificateRow & store.CertificateParts & { readonly replaces: string | null };

/** Makes a month's certificate, without holding anything; a second one only when the figures have changed. */
export async function make(
  dependencies: CertificateDependencies,
  { siteId, month, by }: { readonly siteId: number; readonly month: string; readonly by: string },
): Promise<Made> {
  const { db, clock, key, stamp } = dependencies;
  const hours = await dependencies.hoursOf(siteId, month);
  if (hours.count === 0) throw badField('month', 'Nothing was counted in this month.');
  if (hours.counted !== 'whole')
    throw badField('month', 'The month is not over, or its last hours are not counted yet.');
  const last = await newestOf(db, siteId, month);
  const figures = figuresHash({ hours });
  if (last?.figures === figures) throw new Refusal('conflict', `${last.number} has these figures already.`);
  const version = (last?.version ?? 0) + 1;
  const number = `S${siteId}-${month}-v${version}`;
  const issuedAt = new Date(clock.now());
  const { client, ...facts } = await dependencies.factsOf(siteId, month);
  const about = {
    number,
    replaces: last?.number ?? null,
    month,
    client,
    issuedAt: issuedAt.toISOString(),
    issuedBy: by,
    hours,
    facts,
  };
  const fingerprint = fingerprintOf(key.publicKey);
  const checkable = { sign: (text: string) => key.sign(text), publicUrl: dependencies.publicUrl, fingerprint };
  const page = Buffer.from(await pagePdf(about, checkable));
  const annex = Buffer.from(await annexPdf(about, fingerprint));
  const files = { 'page.pdf': sha256(page), 'annex.pdf': sha256(annex) };
  const document = await signedFile(documentOf(about, files), { key, stamp });
  return {
    replaces: about.replaces,
    document,
    page,
    annex,
    number,
    month,
    version,
    issued_at: issuedAt,
    issued_by: by,
    share: hours.total.share,
    figures,
    is_time_stamped: stamp !== null,
  };
}

const newestOf = async (db: Db | Trx, siteId: number, month: string): Promise<store.CertificateRow | undefined> =>
  (await store.certificatesOf(db, siteId)).find((one) => one.month === month);

/** Issues what was made, unless somebody else issued that month meanwhile. */
export async function issue(trx: Trx, { key }: CertificateDependencies, siteId: number, made: Made): Promise<void> {
  await store.lockSite(trx, siteId);
  const last = await newestOf(trx, siteId, made.month);
  if ((last?.number ?? null) !== made.replaces) throw new Refusal('conflict', `${last?.number} was issued meanwhile.`);
  await store.keepKey(trx, key.publicKey, made.issued_at);
  await store.insertCertificate(trx, siteId, made);
}
