import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { canonicalJson, certificateForm } from '@tocsin/contract/certificate-file';
import { expect, test } from '../fixtures.ts';
import { allRules } from '../harness/axe.ts';

const html = pathToFileURL(new URL('../../deploy/verify-certificate.html', import.meta.url).pathname);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The three files of a certificate, signed by a new key. */
function certificate() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const signed = (text: string): string => sign(null, Buffer.from(text), privateKey).toString('base64');
  const page = Buffer.from('%PDF-1.7 the page');
  const annex = Buffer.from('%PDF-1.7 the annex');
  const document = {
    number: 'S1-2026-10-v1',
    site: 'Hutchinson Elevator, Zürich',
    files: { 'page.pdf': sha256(page), 'annex.pdf': sha256(annex) },
  };
  const sealed = {
    form: certificateForm,
    document,
    public_key: spki.toString('base64'),
    signature: signed(canonicalJson(document)),
    time_stamp: null,
  };
  const json = Buffer.from(canonicalJson({ ...sealed, seal: signed(canonicalJson(sealed)) }));
  return { fingerprint: sha256(spki), files: { 'certificate.json': json, 'page.pdf': page, 'annex.pdf': annex } };
}

test('a certificate is checked in a browser that has no network, and asks for nothing', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.context().setOffline(true);
  await page.goto(html.href);
  const { fingerprint, files } = certificate();
  const verdict = page.locator('output');
  const check = async (chosen: Readonly<Record<string, Buffer>>, signer: string): Promise<void> => {
    await page.getByLabel('Files', { exact: true }).setInputFiles(
      Object.entries(chosen).map(([name, buffer]) => ({
        name: `S1-2026-10-v1-${name}`,
        mimeType: 'text/plain',
        buffer,
      })),
    );
    await page.getByLabel(/^Key or fingerprint/).fill(signer);
    await page.getByRole('button', { name: 'Check' }).click();
  };
  await check({ ...files, 'page.pdf': Buffer.from('%PDF-1.7 thE page') }, fingerprint);
  await expect(verdict).toHaveText('Wrong: page.pdf: changed');
  const json = String(files['certificate.json']);
  await check({ ...files, 'certificate.json': Buffer.from(json.replace('Hutchinson', 'Hutchinsom')) }, fingerprint);
  await expect(verdict).toHaveText('Wrong: certificate.json: signature');
  await check(files, certificate().fingerprint);
  await expect(verdict).toHaveText('Wrong: signer: another key');
  await check(files, '');
  await expect(verdict).toHaveText('S1-2026-10-v1: intact, signer unknown. Give the key or its fingerprint.');
  await check(files, fingerprint);
  await expect(verdict).toHaveText('S1-2026-10-v1: intact, signed by the given key.');
  expect((await allRules(page).analyze()).violations).toEqual([]);
  expect(requests).toEqual([html.href]);
});
