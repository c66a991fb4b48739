import { readFileSync } from 'node:fs';
import { type Certificate, endpoints } from '@tocsin/contract/certificates';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import { orNotFound } from '../../platform/errors.ts';
import { figuresHash } from './document.ts';
import { type CertificateDependencies, fingerprintOf, issue, make } from './issue.ts';
import { type CertificateRow, certificatesOf, findParts, keysOf } from './store.ts';

const present = ({ figures: _, ...row }: CertificateRow, isOutdated: boolean): Certificate => ({
  ...row,
  issued_at: row.issued_at.toISOString(),
  is_outdated: isOutdated,
});

/** The page asks for nothing; its script and style stand in it. */
const checkerPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Routes of certificates, the page that checks one, and the public keys by which they are checked. */
export const addCertificateRoutes = (api: Api, dependencies: CertificateDependencies): void => {
  const { db, key } = dependencies;

  route(api, endpoints.list, async ({ subject, query }) => {
    const rows = await certificatesOf(db, subject.siteId);
    const shown = rows.slice(query.offset, query.offset + query.limit);
    const figures = new Map<string, string>();
    for (const month of new Set(shown.map((row) => row.month)))
      figures.set(month, figuresHash({ hours: await dependencies.hoursOf(subject.siteId, month) }));
    return { count: rows.length, results: shown.map((row) => present(row, figures.get(row.month) !== row.figures)) };
  });

  route(api, endpoints.issue, async (call) => {
    const { subject, body, who } = call;
    // The authority of time stamps may take its time: nothing is locked meanwhile.
    const row = await make(dependencies, { siteId: subject.siteId, month: body.month, by: who.name });
    await recorded(db, byCall(call), async (trx, note) => {
      await issue(trx, dependencies, subject.siteId, row);
      note({
        action: 'issue certificate',
        subject: 'site',
        subjectId: subject.siteId,
        subjectName: row.number,
        clientId: subject.clientId,
        siteId: subject.siteId,
        old: null,
        new: { number: row.number, share: row.share },
      });
    });
    return present(row, false);
  });

  route(api, endpoints.file, async ({ subject, params, reply }) => {
    const parts = orNotFound(await findParts(db, subject.siteId, params.number));
    reply.header('content-disposition', `attachment; filename="${params.number}-${params.part}"`);
    if (params.part === 'certificate.json') return parts.document;
    return params.part === 'page.pdf' ? parts.page : parts.annex;
  });

  /** The present key first. */
  const publicKeys = async (): Promise<string[]> => {
    const kept = await keysOf(db);
    return [...new Set([key.publicKey, ...kept.map(({ public_key }) => public_key)])];
  };

  const checker = readFileSync(new URL('../../../../deploy/verify-certificate.html', import.meta.url), 'utf8');
  api.http.get('/verify-certificate.html', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', checkerPolicy)
      // Base64 has no sign that ends a script.
      .send(checker.replace('id="keys">[]', `id="keys">${JSON.stringify(await publicKeys())}`)),
  );

  api.http.get('/.well-known/tocsin-signing-keys.json', { schema: { hide: true } }, async (_request, reply) => {
    const keys = (await publicKeys()).map((publicKey) => ({
      algorithm: 'Ed25519',
      public_key: publicKey,
      fingerprint: fingerprintOf(publicKey),
      is_current: publicKey === key.publicKey,
    }));
    return reply.type('application/json; charset=utf-8').send({ purpose: 'certificates of protected hours', keys });
  });
};
