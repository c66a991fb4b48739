import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';

interface Readiness {
  readonly ready: boolean;
  /** Status of each component by name: 'ok' or the problem. */
  readonly parts: Readonly<Record<string, string>>;
}

export interface Probes {
  readiness(): Promise<Readiness>;
  /** Prometheus text. */
  metrics(): Promise<string>;
  /** Required for /metrics from other addresses than loopback, and always behind a proxy. */
  readonly metricsToken?: string;
  readonly isBehindProxy: boolean;
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const same = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/** /healthz and /readyz: whether the process is up, and whether frames are being stored. */
export const addProbes = (http: FastifyInstance, probes: Probes): void => {
  const quiet = { schema: { hide: true } } as const;
  http.get('/healthz', quiet, () => ({ status: 'ok' }));
  http.get('/readyz', quiet, async (_request, reply) => {
    const { ready, parts } = await probes.readiness();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready', ...parts });
  });
  http.get('/metrics', quiet, async (request, reply) => {
    const near = !probes.isBehindProxy && loopback.has(request.socket.remoteAddress ?? '');
    if (!near) {
      const bearerToken = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      if (!probes.metricsToken || bearerToken === undefined || !same(bearerToken, probes.metricsToken))
        throw new Refusal('unauthenticated');
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await probes.metrics());
  });
};
