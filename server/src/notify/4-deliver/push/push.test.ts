import { createECDH, createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PushReceiver } from '../../../features/contact-methods/testing/contact-methods.ts';
import { pushRequest, subscriptionMistake } from './push.ts';

let receiver: PushReceiver;
beforeEach(async () => {
  receiver = await PushReceiver.start();
});
afterEach(() => receiver.stop());

const pair = createECDH('prime256v1');
pair.generateKeys();
const keys = { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
const options = {
  keys,
  contact: 'https://tocsin.example',
  now: Date.now(),
  ttlSeconds: 600,
  topic: 'a-topic',
  isUrgent: true,
};

it('refuses keys that are no keys', () => {
  const { endpoint, keys: good } = receiver.subscription;
  const mistakeOf = (over: object) => subscriptionMistake({ endpoint, keys: { ...good, ...over } });
  expect(mistakeOf({})).toBeNull();
  expect(mistakeOf({ auth: 'AAAA' })).toContain('auth');
  expect(mistakeOf({ p256dh: 'AAAA' })).toContain('P-256');
  // A point of the right length that is not on the curve.
  expect(mistakeOf({ p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url') })).toContain(
    'not a point',
  );
});

it('is read by the browser alone, and signed for its push service', async () => {
  const { headers, body } = await pushRequest(receiver.subscription, '{"title":"Leg 1 · 84 °C"}', options);
  expect(receiver.decrypt(body)).toBe('{"title":"Leg 1 · 84 °C"}');
  expect(body.includes('Leg')).toBe(false);
  const other = await PushReceiver.start();
  expect(() => other.decrypt(body)).toThrow();
  await other.stop();
  expect(headers).toMatchObject({ ttl: '600', urgency: 'high', topic: 'a-topic', 'content-encoding': 'aes128gcm' });
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(keys.publicKey);
  const point = pair.getPublicKey();
  const verifier = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const { payload } = await jwtVerify(token, verifier, { audience: new URL(receiver.subscription.endpoint).origin });
  expect(payload.sub).toBe('https://tocsin.example');
  expect((payload.exp ?? 0) - options.now / 1000).toBeLessThanOrEqual(24 * 3_600);
});

it('is not sent when it is larger than push services take', async () => {
  await expect(pushRequest(receiver.subscription, 'x'.repeat(4_000), options)).rejects.toThrow('too large');
});
