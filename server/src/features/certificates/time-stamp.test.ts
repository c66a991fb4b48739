import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkStamp } from './check-stamp.ts';
import { stampRequest, tokenOf } from './time-stamp.ts';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-tsa-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
const openssl = (...words: readonly string[]): Buffer => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });

const settings = `
[req]
distinguished_name = name
prompt = no
x509_extensions = stamping
[name]
CN = Test authority
[stamping]
extendedKeyUsage = critical,timeStamping
[root]
basicConstraints = critical,CA:TRUE
[tsa]
default_tsa = one
[one]
serial = ${at('serial')}
signer_cert = ${at('tsa.crt')}
signer_key = ${at('tsa.key')}
certs = ${at('tsa.crt')}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
`;

const words = (text: string): readonly string[] => text.split(' ');
/** `openssl ts` as the authority; its certificate is its own, or issued by ca.crt. */
function authority(isIssued = false): (request: Buffer) => Buffer {
  writeFileSync(at('tsa.cnf'), settings);
  writeFileSync(at('serial'), '01');
  const made = '-config tsa.cnf -days 2';
  if (isIssued) {
    openssl(
      ...words(`req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.crt -subj /CN=Root ${made} -extensions root`),
    );
    openssl(
      ...words(
        'req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout tsa.key -out tsa.csr -config tsa.cnf',
      ),
    );
    openssl(
      ...words(
        'x509 -req -in tsa.csr -CA ca.crt -CAkey ca.key -days 2 -extfile tsa.cnf -extensions stamping -out tsa.crt',
      ),
    );
  } else openssl(...words(`req -x509 -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.crt ${made}`));
  return (request) => {
    writeFileSync(at('query.tsq'), request);
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr');
    return readFileSync(at('reply.tsr'));
  };
}
const certificate = (name: string): X509Certificate => new X509Certificate(readFileSync(at(name)));

describe('a time stamp of `openssl ts`', () => {
  const reply = authority();
  const signature = Buffer.from('a signature');

  it('is refused when it is of something else, answers another request, or is cut', () => {
    const request = stampRequest(signature);
    const response = reply(request.bytes);
    expect(() => tokenOf(response, stampRequest(Buffer.from('another')))).toThrow('something else');
    expect(() => tokenOf(response, { ...request, nonce: stampRequest(signature).nonce })).toThrow('another request');
    expect(() => tokenOf(response.subarray(0, 200), request)).toThrow('too little');
    expect(() => tokenOf(Buffer.from('<html>no</html>'), request)).toThrow();
  });

  it('is refused when the authority refuses', () => {
    expect(() => tokenOf(Buffer.from('30053003020102', 'hex'), stampRequest(signature))).toThrow('status 2');
  });

  it('holds the signature, as openssl itself says', () => {
    const request = stampRequest(signature);
    writeFileSync(at('token.der'), tokenOf(reply(request.bytes), request));
    writeFileSync(at('signature.bin'), signature);
    const line = 'ts -verify -in token.der -token_in -data signature.bin -CAfile tsa.crt';
    expect(openssl(...words(line)).toString()).toContain('OK');
  });

  it('is checked: of what, by whom; and by nobody known without a certificate from outside', () => {
    const request = stampRequest(signature);
    const token = tokenOf(reply(request.bytes), request);
    const own = certificate('tsa.crt');
    expect(() => checkStamp(token, Buffer.from('another'), null)).toThrow('of something else');
    const { at: time, authority: unknown } = checkStamp(token, signature, null);
    expect(unknown).toBeNull();
    expect(checkStamp(token, signature, own)).toEqual({ at: time, authority: 'CN=Test authority' });
    // Whatever byte is changed: it is refused, or was no part of what the authority signed.
    let refused = 0;
    for (let byte = 0; byte < token.length; byte++) {
      const changed = Buffer.from(token);
      changed[byte] = (changed[byte] ?? 0) ^ 1;
      try {
        expect(checkStamp(changed, signature, own)).toEqual({ at: time, authority: 'CN=Test authority' });
      } catch (error) {
        if ((error as Error).name === 'AssertionError') throw error;
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(token.length / 4);
  });

  it('is checked by the certificate of who issued that of the authority; another one is refused', () => {
    const former = certificate('tsa.crt');
    const issued = authority(true);
    const request = stampRequest(signature);
    const token = tokenOf(issued(request.bytes), request);
    expect(checkStamp(token, signature, certificate('ca.crt')).authority).toBe('CN=Root');
    expect(checkStamp(token, signature, certificate('tsa.crt')).authority).toBe('CN=Test authority');
    expect(() => checkStamp(token, signature, former)).toThrow('another authority');
  });
});
