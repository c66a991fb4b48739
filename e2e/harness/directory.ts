import { createServer, type Server } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';
import { Provider } from 'oidc-provider';

export const directoryClient = { id: 'tocsin', secret: 'a secret of the directory' };

const page = (uid: string): string => `<!doctype html><html lang="en"><title>Directory</title><main>
  <h1>Ferncliff directory</h1>
  <form method="post" action="/interaction/${uid}"><label>Account <input name="account"></label>
  <button>Continue</button></form></main></html>`;

/** An OpenID Connect provider of a company on loopback, with a sign-in page. */
export class Directory {
  /** Groups by account. */
  readonly groups = new Map<string, readonly string[]>();
  readonly issuer: string;
  readonly #server: Server;

  private constructor(server: Server, redirectUri: string) {
    const port = portOf(server);
    this.#server = server;
    this.issuer = `http://127.0.0.1:${port}`;
    const provider = new Provider(this.issuer, {
      clients: [{ client_id: directoryClient.id, client_secret: directoryClient.secret, redirect_uris: [redirectUri] }],
      pkce: { required: () => true },
      claims: { openid: ['sub', 'groups'] },
      conformIdTokenClaims: false,
      cookies: { keys: ['a key of this test'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: () => ({ sub, groups: [...(this.groups.get(sub) ?? [])] }),
      }),
      async loadExistingGrant(ctx) {
        const { client, session } = ctx.oidc;
        const grant = new ctx.oidc.provider.Grant({
          clientId: client?.clientId ?? '',
          accountId: session?.accountId ?? '',
        });
        grant.addOIDCScope('openid');
        await grant.save();
        return grant;
      },
    });
    provider.use(async (ctx, next) => {
      const [, uid] = /^\/interaction\/([\w-]+)$/.exec(ctx.path) ?? [];
      if (uid === undefined) return await next();
      if (ctx.method === 'GET') {
        ctx.type = 'html';
        ctx.body = page(uid);
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of ctx.req) chunks.push(chunk);
      const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get('account') ?? '';
      ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login: { accountId } }));
    });
    server.on('request', provider.callback());
  }

  static async start(publicUrl: string): Promise<Directory> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Directory(server, `${publicUrl}/sign-in/return`);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
