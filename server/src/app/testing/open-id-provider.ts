import { createServer, type Server } from 'node:http';
import { portOf } from '@tocsin/simulator/port-of';
import { Provider } from 'oidc-provider';

export interface OpenIdProvider {
  readonly issuer: string;
  /** Signs an account in at the address and returns the query with which it is sent back. */
  signIn(url: string, account: string): Promise<string>;
  stop(): Promise<void>;
}

export const oidcClient = { id: 'tocsin', secret: 'a secret of the directory' };

/** An independent OpenID Connect provider on loopback. `groupsOf` and `emailOf` are what its directory says. */
export async function startOpenIdProvider(
  redirectUri: string,
  directory: (account: string) => { readonly groups: readonly string[]; readonly email: string },
): Promise<OpenIdProvider> {
  let handle: ReturnType<Provider['callback']> | undefined;
  const server: Server = createServer((request, response) => void handle?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: oidcClient.id, client_secret: oidcClient.secret, redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    claims: { openid: ['sub', 'groups', 'email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of this test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...directory(sub), groups: [...directory(sub).groups], email_verified: false }),
    }),
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
  let account = '';
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return await next();
    const login = { accountId: account };
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login }));
  });
  handle = provider.callback();
  return {
    issuer,
    async signIn(url, who) {
      account = who;
      const cookies = new Map<string, string>();
      for (let next = url; ; ) {
        const answer = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`);
        next = new URL(location, next).href;
        if (next.startsWith(redirectUri)) return new URL(next).search;
      }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
