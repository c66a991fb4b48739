import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = globSync('{server,web,contract,machines}/src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$|\/testing(\.ts|\/)/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '') }));

const filesWith = (what: RegExp, inFolder = ''): string[] =>
  sources
    .filter(({ file, text }) => file.startsWith(inFolder) && what.test(text))
    .map(({ file }) => file)
    .sort();

describe('the source', () => {
  // meets: owasp-asvs-5 V1.3.2
  it('runs no text as a program, but a fixed word that frees memory', () => {
    expect(filesWith(/\beval\(|\bnew Function\(/)).toEqual([]);
    expect(filesWith(/\bfrom 'node:vm'/)).toEqual(['server/src/platform/collect-once.ts']);
    expect(filesWith(/runIn(?:New|This)?Context\((?!'gc'\))/i)).toEqual([]);
  });

  it('waits for the end of a request, reply or socket in one place, which is right when the other side has gone', () => {
    const watched = /\b(?:raw|reply|request|socket|ws|conn)\s*\.(?:on|once|addListener)\(\s*'(?:close|finish|aborted)'/;
    // The clock's watch and a Modbus line open their sockets themselves.
    expect(filesWith(watched, 'server/')).toEqual([
      'server/src/app/clock-watch.ts',
      'server/src/pipeline/1-receive/modbus/modbus-line.ts',
      'server/src/platform/http/closing.ts',
    ]);
  });

  // meets: owasp-asvs-5 V1.2.5
  it('starts programs in three places, with lists of arguments and without a shell', () => {
    expect(filesWith(/child_process/)).toEqual([
      'server/src/demo/devices.ts',
      'server/src/platform/embedded-postgres/cluster.ts',
      'server/src/platform/embedded-postgres/embedded-postgres.ts',
      'server/src/platform/embedded-postgres/run-as.ts',
    ]);
    expect(filesWith(/\bshell: true|import \{[^}]*\bexec/)).toEqual([]);
  });

  // meets: owasp-asvs-5 V3.2.2
  it('writes HTML in three places, of content that the server cleaned when it was saved', () => {
    expect(filesWith(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/i, 'web/')).toEqual([
      'web/src/features/accounts/landing/flat-page-dialog.tsx',
      'web/src/features/settings/css-preview.tsx',
      'web/src/features/settings/flat-page.tsx',
    ]);
  });

  // meets: owasp-asvs-5 V6.5.3, V11.5.1
  it('takes random numbers that are not for chance alone from the system: Math.random is for pauses only', () => {
    expect(filesWith(/Math\.random/)).toEqual([
      'server/src/notify/4-deliver/webhook/send-delivery.ts',
      'server/src/platform/back-off.ts',
      'server/src/platform/migrate.ts',
      'web/src/live/notifications.ts',
      'web/src/live/socket.ts',
    ]);
  });

  // meets: owasp-asvs-5 V11.4.1
  it('hashes and signs with SHA-256 or better', () => {
    const weak = /create(?:Hash|Hmac|Sign|Verify)\(\s*'(?!sha256'|sha384'|sha512')/i;
    expect(filesWith(weak)).toEqual([]);
  });

  // meets: owasp-asvs-5 V1.2.9
  it('builds expressions at run time in three places: of fixed words, or of typed ones that it escapes', () => {
    expect(filesWith(/new RegExp\(/)).toEqual([
      'contract/src/devices.ts',
      'server/src/features/settings/css.ts',
      'web/src/features/schemas/editor/components/sensor-book.ts',
    ]);
  });

  // meets: owasp-asvs-5 V3.5.5
  it('listens to no other window', () => {
    expect(filesWith(/window\.addEventListener\('message'|window\.onmessage|BroadcastChannel\(\s*location/)).toEqual(
      [],
    );
  });
});
