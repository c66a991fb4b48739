import { createECDH, createPrivateKey } from 'node:crypto';
import { encrypt } from 'http_ece';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Db } from '../../../platform/db.ts';
import type { Encryption } from '../../../platform/encryption.ts';
import { keepPushKey, readPushKey } from '../store-methods.ts';

const curve = 'prime256v1';
/** RFC 8292 allows 24 hours; a shorter life forgives less of a wrong clock. */
const tokenSeconds = 12 * 3_600;
/** The largest body that every push service takes (RFC 8291), less what encryption adds. */
const maxContentBytes = 3_900;

export const Subscription = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});
export type Subscription = z.infer<typeof Subscription>;

/** The pair by which push services know this installation. */
interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Reads the key pair and makes it the first time. */
export async function pushKeysOf(db: Db, encryption: Encryption): Promise<PushKeys> {
  const stored = await readPushKey(db);
  if (stored) return { publicKey: stored.public_key, privateKey: encryption.open(stored.private_key) };
  const pair = createECDH(curve);
  pair.generateKeys();
  const kept = await keepPushKey(db, {
    public_key: pair.getPublicKey('base64url'),
    private_key: encryption.close(pair.getPrivateKey('base64url')),
  });
  return { publicKey: kept.public_key, privateKey: encryption.open(kept.private_key) };
}

/** Why a subscription cannot be used; null: it can. Its keys must be a point of the curve and 16 bytes. */
export function subscriptionMistake({ keys }: Subscription): string | null {
  const point = Buffer.from(keys.p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return 'The key p256dh is not an uncompressed point of P-256.';
  if (Buffer.from(keys.auth, 'base64url').length !== 16) return 'The key auth is not 16 bytes long.';
  try {
    const probe = createECDH(curve);
    probe.generateKeys();
    probe.computeSecret(point);
    return null;
  } catch {
    return 'The key p256dh is not a point of P-256.';
  }
}

/**
 * The request that hands a notification to a push service: encrypted for the one browser (RFC 8291), signed by us
 * (RFC 8292). The push service keeps it for `ttlSeconds` and replaces an undelivered one of the same topic.
 */
export async function pushRequest(
  subscription: Subscription,
  content: string,
  options: {
    readonly keys: PushKeys;
    /** Whom a push service may ask about us: the portal's address. */
    readonly contact: string;
    readonly now: number;
    readonly ttlSeconds: number;
    readonly topic: string;
    readonly isUrgent: boolean;
  },
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }> {
  const { keys, now } = options;
  const bytes = Buffer.from(content);
  if (bytes.length > maxContentBytes) throw new Error(`a notification of ${bytes.length} bytes is too large`);
  const privateKey = createECDH(curve);
  privateKey.generateKeys();
  const body = encrypt(bytes, {
    version: 'aes128gcm',
    privateKey,
    dh: subscription.keys.p256dh,
    authSecret: subscription.keys.auth,
  });
  const point = Buffer.from(keys.publicKey, 'base64url');
  const signer = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: keys.privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(subscription.endpoint).origin)
    .setExpirationTime(Math.floor(now / 1000) + tokenSeconds)
    .setSubject(options.contact)
    .sign(signer);
  return {
    body,
    headers: {
      authorization: `vapid t=${token}, k=${keys.publicKey}`,
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(options.ttlSeconds),
      topic: options.topic,
      urgency: options.isUrgent ? 'high' : 'normal',
    },
  };
}
