import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { freePort } from '../platform/free-port.ts';
import { openHttps } from '../platform/http/https.ts';
import type { Log } from '../platform/log.ts';
import { isPubliclyTrusted, readCertificate } from '../platform/tls.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';
import { watchFile } from './watch-file.ts';

/** Opens HTTPS_PORT if it is set, and uses a renewed certificate within a minute of its change. */
export async function startHttps(
  http: FastifyInstance,
  { config, clock, log }: { readonly config: Config; readonly clock: Clock; readonly log: Log },
  shutdownHooks: ShutdownHooks,
): Promise<void> {
  const { https, host } = config;
  if (!https) return;
  const files = readCertificate(https);
  if (!isPubliclyTrusted(files.cert))
    log.warn(
      'No public authority has issued the certificate of HTTPS_PORT: browsers warn of it unless they know its issuer',
    );
  await freePort('HTTPS_PORT', host, https.port, false);
  const secured = await openHttps(http, { host, port: https.port, files });
  shutdownHooks.add('https', secured.close);
  watchFile(https.cert, { clock, log }, shutdownHooks, () => secured.renew(readCertificate(https)));
}
