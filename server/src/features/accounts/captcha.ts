import { createHmac, randomBytes } from 'node:crypto';
import { texts } from '@tocsin/contract/account-texts';
import type { CaptchaOffer } from '@tocsin/contract/accounts';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sameHash } from '../../platform/encryption.ts';
import { Refusal } from '../../platform/errors.ts';
import { type AccountsDependencies, minute } from './dependencies.ts';

const provenForMs = 10 * minute;
const challengeForMs = 10 * minute;
/** Each proof and each cookie is valid once. */
const once = (what: string) => ({ bucket: `captcha ${what}`, most: 1, windowMs: 20 * minute });

/**
 * One attempt takes about 2 ms on a desktop and 8 ms on a phone. The server chooses the number of attempts, so no phone
 * works longer than about two seconds.
 */
const work = { cost: 5000, fewest: 60, most: 200 } as const;

const Payload = z.object({
  challenge: z.looseObject({ parameters: z.looseObject({}), signature: z.string() }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
});
const SiteverifyAnswer = z.looseObject({ success: z.boolean() });

interface Provider {
  readonly script: string;
  /** Origins from which its script and frames are loaded. */
  readonly origins: readonly string[];
}
const google = (host: string): Provider => ({
  script: `https://${host}/recaptcha/api.js?render=explicit`,
  origins: [`https://${host}`, 'https://www.gstatic.com'],
});
const hcaptcha: Provider = {
  script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
};
/** Known providers by the host of their `siteverify` address. */
const providers: Readonly<Record<string, Provider>> = {
  'www.google.com': google('www.google.com'),
  'www.recaptcha.net': google('www.recaptcha.net'),
  'hcaptcha.com': hcaptcha,
  'api.hcaptcha.com': hcaptcha,
  'challenges.cloudflare.com': {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    origins: ['https://challenges.cloudflare.com'],
  },
};
const providerOf = (verifyUrl: string): Provider => {
  const { hostname, origin } = new URL(verifyUrl);
  return providers[hostname] ?? { script: `${origin}/api.js?render=explicit`, origins: [origin] };
};
export const scriptOf = (verifyUrl: string): string => providerOf(verifyUrl).script;
/** Origins that the content security policy must allow for the captcha; none for the proof of work. */
export const captchaOrigins = (settings: AccountsDependencies['captcha']): readonly string[] =>
  settings ? providerOf(settings.verifyUrl).origins : [];

export interface Captcha {
  offer(): Promise<CaptchaOffer>;
  /** Returns true when the solution is correct and unused, and sets the cookie on the reply. */
  verify(token: string, address: string, reply: FastifyReply): Promise<boolean>;
  /** Throws 400 without a valid cookie. Call it last: it consumes the cookie. */
  demand(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export const createCaptcha = (dependencies: AccountsDependencies): Captcha => {
  const { clock, encryption, throttle, captcha: provider } = dependencies;
  const signatureSecret = encryption.hash('captcha challenge').toString('hex');
  const keySecret = encryption.hash('captcha key').toString('hex');
  const cookieKey = encryption.hash('captcha cookie');
  const isSecure = dependencies.publicUrl.startsWith('https:');

  const isFirstUse = async (what: string, key: string): Promise<boolean> => {
    try {
      await throttle.attempt(once(what), key);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };

  const verifyWork = async (token: string): Promise<boolean> => {
    let payload: z.infer<typeof Payload>;
    try {
      payload = Payload.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')));
    } catch {
      return false;
    }
    try {
      const { verified } = await verifySolution({
        // The signature guarantees the shape.
        challenge: payload.challenge as unknown as Parameters<typeof verifySolution>[0]['challenge'],
        solution: payload.solution as unknown as Parameters<typeof verifySolution>[0]['solution'],
        deriveKey,
        hmacSignatureSecret: signatureSecret,
        hmacKeySignatureSecret: keySecret,
      });
      return verified && (await isFirstUse('proof', payload.challenge.signature));
    } catch {
      return false;
    }
  };

  const askProvider = async (token: string, address: string, { verifyUrl, secret }: NonNullable<typeof provider>) => {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: address }),
      redirect: 'error',
      signal: AbortSignal.timeout(8000),
    });
    return SiteverifyAnswer.parse(await response.json()).success;
  };

  const sign = (text: string): Buffer => createHmac('sha256', cookieKey).update(text).digest();
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure } as const;
  const cookieName = isSecure ? '__Host-tocsin_human' : 'tocsin_human';

  return {
    async offer() {
      if (provider) return { provider: 'siteverify', site_key: provider.siteKey, script: scriptOf(provider.verifyUrl) };
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: work.cost,
        counter: randomInt(work.fewest, work.most),
        deriveKey,
        expiresAt: new Date(clock.now() + challengeForMs),
        hmacSignatureSecret: signatureSecret,
        hmacKeySignatureSecret: keySecret,
      });
      return { provider: 'altcha', challenge: { ...challenge, parameters: { ...challenge.parameters } } };
    },

    async verify(token, address, reply) {
      let good: boolean;
      try {
        good = provider ? await askProvider(token, address, provider) : await verifyWork(token);
      } catch (error) {
        dependencies.log.warn('the captcha provider did not answer', { error });
        throw new Refusal('unavailable', 'Something went wrong. Please try again later.');
      }
      if (!good) return false;
      const claim = `${clock.now() + provenForMs}.${randomBytes(12).toString('hex')}`;
      const value = `${claim}.${sign(claim).toString('hex')}`;
      reply.setCookie(cookieName, value, { ...cookie, maxAge: provenForMs / 1000 });
      return true;
    },

    async demand(request, reply) {
      const missing = () => new Refusal('invalid', texts.captchaMissing);
      const [until, nonce, signature] = (request.cookies[cookieName] ?? '').split('.');
      if (!until || !nonce || !signature || Number(until) < clock.now()) throw missing();
      if (!sameHash(sign(`${until}.${nonce}`), Buffer.from(signature, 'hex'))) throw missing();
      if (!(await isFirstUse('cookie', nonce))) throw missing();
      reply.clearCookie(cookieName, cookie);
    },
  };
};
