import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';

/** Contact for vulnerability reports, and the portal's public address. */
export interface WellKnown {
  readonly publicUrl: string;
  /** `mailto:` or `https:`; null when none is set. */
  securityContact(): Promise<string | null>;
}

const validMs = 90 * 24 * 3_600_000;

/** `/robots.txt` (search engines may index the landing page only) and `/.well-known/security.txt` (RFC 9116). */
export const addWellKnown = (http: FastifyInstance, clock: Clock, about: WellKnown | undefined): void => {
  const hidden = { schema: { hide: true } } as const;
  http.get('/robots.txt', hidden, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nAllow: /$\nDisallow: /\n'),
  );
  http.get('/.well-known/security.txt', hidden, async (_request, reply) => {
    const contact = await about?.securityContact();
    if (!about || !contact) throw new Refusal('not-found');
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(clock.now() + validMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${about.publicUrl}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
};
