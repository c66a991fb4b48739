import { once } from 'node:events';
import { createServer } from 'node:https';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';
import { type CertificatePair, strongTls } from '../tls.ts';

interface Https {
  readonly port: number;
  /** Uses another certificate for new connections. */
  renew(files: CertificatePair): void;
  close(): Promise<void>;
}

/** Takes requests and sockets of `http` over TLS too, on a port of its own (0: a free one). */
export async function openHttps(
  http: FastifyInstance,
  { host, port, files }: { readonly host: string; readonly port: number; readonly files: CertificatePair },
): Promise<Https> {
  const server = createServer({ ...strongTls, ...files, requestTimeout: http.server.requestTimeout });
  for (const event of ['request', 'upgrade', 'clientError', 'checkContinue'])
    server.on(event, (...given) => http.server.emit(event, ...given));
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    renew: (renewed) => server.setSecureContext({ ...strongTls, ...renewed }),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** Leads pages that are opened without TLS to `publicUrl`; calls and sockets are refused, so that no program goes on without it. */
export const demandTls = (http: FastifyInstance, publicUrl: string): void => {
  http.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    if (request.raw.socket instanceof TLSSocket || probes.has(path)) return;
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(?:api|ws)(?:\/|$)/.test(path);
    if (!isPage) throw new Refusal('forbidden', `Only HTTPS is taken: ${publicUrl}`);
    return reply.redirect(publicUrl + request.url, 308);
  });
};
