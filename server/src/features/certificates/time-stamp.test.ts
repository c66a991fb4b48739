import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
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

/** `openssl ts` as the authority. */
function authority(): (request: Buffer) => Buffer {
  writeFileSync(at('tsa.cnf'), settings);
  writeFileSync(at('serial'), '01');
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'tsa.key',
    '-out',
    'tsa.crt',
    '-config',
    'tsa.cnf',
    '-days',
    '2',
  );
  return (request) => {
    writeFileSync(at('query.tsq'), request);
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr');
    return readFileSync(at('reply.tsr'));
  };
}

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
    const words = ['ts', '-verify', '-in', 'token.der', '-token_in', '-data', 'signature.bin', '-CAfile', 'tsa.crt'];
    expect(openssl(...words).toString()).toContain('OK');
  });
});
