import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { canonicalJson, checkCertificate } from '@tocsin/contract/certificate-file';
import { PDFDict, PDFDocument, PDFName, PDFPage } from 'pdf-lib';
import { describe, expect, it, vi } from 'vitest';
import { signingKey } from '../../platform/signing-key.ts';
import { fingerprintOf, signedFile } from './issue.ts';
import { annexPdf, checkerOf, pagePdf } from './pdf.ts';
import { checkFiles } from './verify.ts';

const key = signingKey('a secret of this test', 'certificates');
const other = signingKey('another secret', 'certificates');
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const page = Buffer.from('%PDF-1.7 the page');
const annex = Buffer.from('%PDF-1.7 the annex');
const files = { 'page.pdf': page, 'annex.pdf': annex };
const document = {
  number: 'S1-2026-10-v1',
  site: { title: 'Hutchinson Elevator, Zürich ⚠' },
  total: { running: 1894, share: 97.3 },
  files: { 'page.pdf': sha256(page), 'annex.pdf': sha256(annex) },
};
const made = Buffer.from(await signedFile(document, { key, stamp: async (bytes) => Buffer.from(sha256(bytes)) }));
const intact = { kind: 'intact', number: 'S1-2026-10-v1', isKnownSigner: false };

/** The same bytes with one of them changed. */
const changed = (bytes: Buffer, at: number, by: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ by;
  return copy;
};

describe('checking a certificate fails, by name,', () => {
  it('for each byte of the signed file, changed in turn', async () => {
    const passed: number[] = [];
    for (let at = 0; at < made.length; at++)
      for (const by of [1, 0x20, 0x80]) {
        const verdict = await checkFiles(changed(made, at, by), files, null);
        if (verdict.kind !== 'wrong' || !verdict.what.startsWith('certificate.json: ')) passed.push(at);
      }
    expect(passed).toEqual([]);
  });

  it.each(['page.pdf', 'annex.pdf'] as const)('for each byte of %s', async (name) => {
    for (let at = 0; at < files[name].length; at++) {
      const verdict = await checkFiles(made, { ...files, [name]: changed(files[name], at, 1) }, null);
      expect(verdict).toEqual({ kind: 'wrong', what: `${name}: changed` });
    }
  });

  it('for a byte more or less, and for a file that is missing', async () => {
    for (const bytes of [Buffer.concat([made, Buffer.from('\n')]), made.subarray(1), made.subarray(0, -1)])
      expect((await checkFiles(bytes, files, null)).kind).toBe('wrong');
    expect(await checkFiles(made, { 'page.pdf': page }, null)).toEqual({ kind: 'wrong', what: 'annex.pdf: missing' });
  });

  it('for one that somebody else signed, when the key is given', async () => {
    const forged = Buffer.from(await signedFile(document, { key: other, stamp: null }));
    expect(await checkFiles(forged, files, null)).toEqual(intact);
    for (const signer of [key.publicKey, fingerprintOf(key.publicKey)])
      expect(await checkFiles(forged, files, signer)).toEqual({ kind: 'wrong', what: 'signer: another key' });
  });

  it('for one of a later version', async () => {
    const later = Buffer.from(canonicalJson({ ...JSON.parse(made.toString()), form: 2 }));
    expect(await checkFiles(later, files, null)).toEqual({
      kind: 'wrong',
      what: 'certificate.json: made by a later version, check it with that one',
    });
  });

  it('for what is no certificate at all', async () => {
    for (const text of ['', 'null', '{}', '[]', '{"form":1,"document":{"number":"x","files":null}}'])
      expect((await checkFiles(Buffer.from(text), files, null)).kind).toBe('wrong');
  });
});

it('is intact with its own files, and known with the key or its fingerprint from outside', async () => {
  expect(await checkFiles(made, files, null)).toEqual(intact);
  for (const signer of [key.publicKey, fingerprintOf(key.publicKey), fingerprintOf(key.publicKey).toUpperCase()])
    expect(await checkFiles(made, files, signer)).toEqual({ ...intact, isKnownSigner: true });
});

it('is checked by the Web Crypto of browsers alike', async () => {
  const checks = {
    sha256: async (bytes: Uint8Array) =>
      Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(bytes))).toString('hex'),
    isSigned: async (publicKey: Uint8Array, text: string, signature: Uint8Array) => {
      const imported = await crypto.subtle.importKey('spki', Buffer.from(publicKey), 'Ed25519', false, ['verify']);
      return await crypto.subtle.verify('Ed25519', imported, Buffer.from(signature), Buffer.from(text));
    },
  };
  expect(await checkCertificate(made.toString(), files, fingerprintOf(key.publicKey), checks)).toEqual({
    ...intact,
    isKnownSigner: true,
  });
});

it('writes numbers, texts and keys as RFC 8785 says', () => {
  const value = {
    numbers: [0.1 + 0.2, 1e30, 4.5, 2e-3, 1e-27],
    '\u20ac': 'Euro',
    '\r': '\u000f\n"\\',
    a: null,
    1: true,
  };
  expect(canonicalJson(value)).toBe(
    '{"\\r":"\\u000f\\n\\"\\\\","1":true,"a":null,"numbers":[0.30000000000000004,1e+30,4.5,0.002,1e-27],"€":"Euro"}',
  );
});

it('is checked at the public address, and names none that only the server itself reaches', () => {
  expect(checkerOf('https://tocsin.example')).toBe('https://tocsin.example/verify-certificate.html');
  expect(checkerOf('http://127-elevators.example:8080')).toContain('127-elevators.example:8080/');
  for (const own of [
    'http://localhost:3400',
    'https://localhost',
    'http://127.0.0.1:80',
    'http://[::1]',
    'http://a.localhost',
  ])
    expect(checkerOf(own)).toBeNull();
});

describe('the page of a certificate', () => {
  const figures = {
    running: 18_000,
    protected: 9_000,
    proved: 0,
    share: 50,
    testable: 27,
    ever_tested: 0,
    causes: [
      { cause: 'overdue' as const, minutes: 6_000 },
      { cause: 'suspected_dead' as const, minutes: 3_000 },
    ],
  };
  const issueOf = (titles: readonly string[]) => ({
    number: 'S1-2026-10-v1',
    replaces: null,
    month: '2026-10',
    client: 'Prairie Grain Co-op',
    issuedAt: '2026-11-02T10:00:00.000Z',
    issuedBy: 'Dale Novak',
    hours: {
      site: { id: 1, title: 'Hutchinson Elevator', timezone: 'America/Chicago' },
      days: [],
      until: '2026-11-02T09:00:00.000Z',
      counted: 'whole' as const,
      since: '2026-09-01T00:00:00.000Z',
      definitions: [1],
      total: figures,
      count: titles.length,
      results: titles.map((device, n) => ({
        ...figures,
        device_id: n,
        device,
        required: 29,
        running_by: null,
        reasons: [],
        days: [],
      })),
    },
    facts: { tests: [], tests_due: [], alarms: [], changes: [], released: [] },
  });
  const sign = (text: string) => key.sign(text);
  const fingerprint = fingerprintOf(key.publicKey);
  /** What is printed while something is made, its lines joined. */
  const printed = async (make: () => Promise<Uint8Array>): Promise<string> => {
    const draw = vi.spyOn(PDFPage.prototype, 'drawText');
    await make();
    const text = draw.mock.calls.map(([line]) => line).join(' ');
    draw.mockRestore();
    return text;
  };
  const code = `Checking code: ${fingerprint.replaceAll(/.{8}/g, '$& ').trim()}`;

  it('is one page with five devices of sixty letters, and its code is a link with what was signed', async () => {
    const name = 'Receiving leg of the northern annex, conveyor and distributor';
    const bytes = await pagePdf(issueOf(Array.from({ length: 5 }, (_, n) => `${name.slice(0, 58)} ${n}`)), {
      sign,
      publicUrl: 'https://tocsin.example',
      fingerprint,
    });
    const made = await PDFDocument.load(bytes);
    expect(made.getPageCount()).toBe(1);
    const link = made
      .getPage(0)
      .node.Annots()
      ?.lookup(0, PDFDict)
      .lookup(PDFName.of('A'), PDFDict)
      .get(PDFName.of('URI'));
    const [, text, signature] = /#(.*)&signature=(.*)\)$/.exec(String(link)) ?? [];
    expect(text).toContain('proved=0+%25&protected=50.0+%25');
    expect(Buffer.from(sign(text ?? ''), 'base64').toString('base64url')).toBe(signature);
  });

  it('is checked with the files where nobody else reaches the server, in three steps and with no word for its administrator', async () => {
    const atHome = { sign, publicUrl: 'http://localhost:3400', fingerprint };
    const made = await PDFDocument.load(await pagePdf(issueOf(['Leg 1']), atHome));
    expect(made.getPage(0).node.Annots()?.size() ?? 0).toBe(0);
    const page = await printed(() => pagePdf(issueOf(['Leg 1']), atHome));
    expect(page).toContain(code);
    expect(page).toMatch(
      /1\. Ask the site for .* S1-2026-10-v1.* 2\. Choose them in verify-certificate\.html .* 3\. Enter the checking code/,
    );
    expect(page).not.toContain('PUBLIC_URL');
    expect(await printed(() => annexPdf(issueOf(['Leg 1']), fingerprint))).toContain(code);
  });

  it('has its checking code and three steps beside the code to scan, too', async () => {
    const page = await printed(() =>
      pagePdf(issueOf(['Leg 1']), { sign, publicUrl: 'https://tocsin.example', fingerprint }),
    );
    expect(page).toContain(code);
    expect(page).toMatch(/1\. Scan or press the code: tocsin\.example shows .* 2\. Compare .* 3\. Every byte/);
  });

  it('adds up the tested, the never tested and those that nobody can test to the required sensors', async () => {
    const page = await printed(() =>
      pagePdf(issueOf(['Leg 1']), { sign, publicUrl: 'https://tocsin.example', fingerprint }),
    );
    expect(page).toContain(
      'Of the 29 required sensors 0 ever passed a proof test, 27 never did, and 2 cannot be tested by a person.',
    );
  });
});

describe('the page that checks without a network', () => {
  const html = readFileSync(join(import.meta.dirname, '../../../../deploy/verify-certificate.html'), 'utf8');
  const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
  const {
    check,
    said,
  }: {
    check: (attached: Record<string, Uint8Array>, signer: string) => Promise<string>;
    said: (fragment: string, keys: readonly string[]) => Promise<string | null>;
  } = runInNewContext(`${script};({ check, said })`, {
    crypto,
    TextDecoder,
    TextEncoder,
    URLSearchParams,
    Uint8Array,
    atob,
    Object,
  });

  it('says what a code says if one of the keys of the server has signed it, and refuses each letter changed', async () => {
    const text =
      'tocsin=certificate&number=S1-2026-10-v1&site=Z%C3%BCrich&month=2026-10&proved=0+%25&protected=47.6+%25';
    const fragment = `${text}&signature=${Buffer.from(key.sign(text), 'base64').toString('base64url')}`;
    const keys = [other.publicKey, key.publicKey];
    expect(await said(fragment, keys)).toMatch(
      /^S1-2026-10-v1 was signed by this server\. .*Zürich.* 0 % proved by tests/,
    );
    for (let at = 0; at < text.length; at++)
      expect(String(await said(`${fragment.slice(0, at)}x${fragment.slice(at + 1)}`, keys))).not.toMatch(/was signed/);
    expect(await said(fragment, [other.publicKey])).toBe('Wrong: this server has not signed what the code says.');
    expect(await said(fragment, [])).toMatch(/^Open this code/);
    expect(await said('', keys)).toBeNull();
  });

  it('asks for nothing: it has no address, and its policy allows no request', () => {
    expect(html).not.toMatch(/https?:|src=|href=|fetch|XMLHttpRequest|import\(/);
    expect(html).toContain("default-src 'none'");
  });

  it('says what the command says', async () => {
    const all = { 'certificate.json': made, ...files };
    expect(await check(all, '')).toContain('signer unknown');
    expect(await check(all, fingerprintOf(key.publicKey))).toContain('signed by the given key');
    expect(await check(all, fingerprintOf(other.publicKey))).toBe('Wrong: signer: another key');
    expect(await check({ ...all, 'page.pdf': changed(page, 3, 1) }, '')).toBe('Wrong: page.pdf: changed');
  });

  it('refuses each byte of the signed file, changed in turn', async () => {
    for (let at = 0; at < made.length; at++)
      expect(await check({ ...files, 'certificate.json': changed(made, at, 1) }, '')).toMatch(
        /^Wrong: certificate.json/,
      );
  });
});
