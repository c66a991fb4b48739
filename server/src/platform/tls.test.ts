import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { testCertificate } from './testing/tls-pair.ts';
import { isPubliclyTrusted } from './tls.ts';

// meets: owasp-asvs-5 V12.2.2
describe('a certificate of the web port', () => {
  const [root = ''] = rootCertificates;
  it.each([
    ['that signs itself is not publicly trusted', testCertificate, false],
    ['of a public authority is', root, true],
    ['that comes with those of its authorities is judged by the last of them', `${testCertificate}\n${root}`, true],
    ['without any certificate in its file is not', 'no certificate', false],
  ])('%s', (_, pem, isTrusted) => {
    expect(isPubliclyTrusted(Buffer.from(pem))).toBe(isTrusted);
  });
});
