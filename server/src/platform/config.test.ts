import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig, readEnv, SettingError } from './config.ts';

describe('refuses, naming the setting', () => {
  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a whole number'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be a whole number from 0 to 9'],
    [
      { MODBUS_NETWORKS: '10.0.0.0/8,10.0.0.0/99' },
      "MODBUS_NETWORKS must be networks like 10.0.0.0/8, not '10.0.0.0/99'",
    ],
    [{ MODBUS_NETWORKS: '10.0.0.300/8' }, "not '10.0.0.300/8'"],
    [{ PROVIDER_NETWORKS: 'ten' }, "PROVIDER_NETWORKS must be networks like 10.0.0.0/8, not 'ten'"],
    [{ CLOCK_URL: 'ntp://x' }, 'CLOCK_URL'],
    [{ UPDATES_URL: 'http://x' }, 'UPDATES_URL'],
    [
      { OUTBOUND_HOSTS: 'https://a.example' },
      "OUTBOUND_HOSTS must be names like hooks.example.com or *.example.com, not 'https://a.example'",
    ],
    [{ WEBHOOK_NETWORKS: '10.0.0.1' }, "WEBHOOK_NETWORKS must be networks like 10.0.0.0/8, not '10.0.0.1'"],
    [{ TOCSIN_DEMO: 'yes' }, 'TOCSIN_DEMO must be 1 or 0'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address that begins with postgres://'],
    [{ NATS_URL: 'nats://x' }, 'NATS_URL needs DATABASE_URL'],
    [{ NATS_URL: 'nats://x', DATABASE_URL: 'postgres://x/y' }, 'NATS_URL needs TOCSIN_SECRET'],
    [{ NATS_URL: 'nats://a:4222,b:4222' }, 'NATS_URL must be an address that begins with nats:// or tls://'],
    [{ NATS_URL: 'nats://a:4222,tls://b:4222' }, 'NATS_URL must be nats:// for all of its servers or tls:// for all'],
    [{ TOCSIN_SECRET: 'short' }, 'TOCSIN_SECRET must have at least 32 characters'],
    [{ TOCSIN_DEMO: '1', DATABASE_URL: 'postgres://x/y' }, 'TOCSIN_DEMO runs on its embedded database only'],
    [{ TOCSIN_ADMIN_PASSWORD: 'x' }, 'TOCSIN_ADMIN_PASSWORD needs TOCSIN_ADMIN_EMAIL'],
    [{ TOCSIN_STAFF_SECOND_FACTOR: 'on' }, "TOCSIN_STAFF_SECOND_FACTOR must be required or optional, not 'on'"],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be'],
    [{ RETENTION_FULL_DAYS: '400', RETENTION_SLOTS_DAYS: '30' }, 'RETENTION_SLOTS_DAYS must not be below'],
    [{ TOCSIN_ROLES: 'web,paint' }, "TOCSIN_ROLES knows web, ingest and jobs, not 'paint'"],
    [{ TOCSIN_ROLES: 'web' }, 'TOCSIN_ROLES needs NATS_URL'],
    [{ MQTT_URL: 'mqtt://x', MQTT_PORT: '1884' }, 'MQTT_URL excludes MQTT_PORT'],
    [{ MQTT_TLS_PORT: '8883' }, 'MQTT_TLS_PORT needs TLS_CERT and TLS_KEY'],
    [{ HTTPS_PORT: '8443', PUBLIC_URL: 'https://x' }, 'HTTPS_PORT needs TLS_CERT and TLS_KEY'],
    [{ HTTPS_PORT: '8443', TLS_CERT: 'c', TLS_KEY: 'k' }, 'HTTPS_PORT needs a PUBLIC_URL that begins with https://'],
    [{ HTTPS_PORT: '8443', TRUST_PROXY: '1' }, 'HTTPS_PORT excludes TRUST_PROXY'],
    [{ HTTPS_PORT: '8443', TOCSIN_DEMO: '1' }, "HTTPS_PORT can't be used in the demo"],
    [{ MQTT_PORT: 'off' }, 'MQTT_PORT can be off only with MQTT_TLS_PORT'],
    [{ MQTT_PORT: 'none' }, 'MQTT_PORT must be a whole number from 0 to 65535'],
    [
      { MQTT_PORT: 'off', MQTT_TLS_PORT: '8883', TLS_CERT: 'c', TLS_KEY: 'k', TOCSIN_DEMO: '1' },
      "MQTT_PORT can't be off in the demo",
    ],
    [{ MQTT_URL: 'mqtt://x', MQTT_PORT: 'off' }, 'MQTT_URL excludes MQTT_PORT'],
    [{ CAPTCHA_SECRET: 'x' }, 'CAPTCHA_SITE_KEY goes with CAPTCHA_SECRET and CAPTCHA_VERIFY_URL'],
    [{ SECURITY_CONTACT: 'security@example.com' }, 'SECURITY_CONTACT must begin with mailto: or https://'],
    [{ MODBUS_NETWORKS: 'everywhere' }, 'MODBUS_NETWORKS must be networks like 10.0.0.0/8'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an address'],
  ])('%j', (env, text) => {
    expect(() => parseConfig(env)).toThrow(SettingError);
    expect(() => parseConfig(env)).toThrow(text);
  });
});

// meets: owasp-asvs-5 V13.4.2
it('gives production its defaults', () => {
  expect(parseConfig({})).toMatchObject({
    demo: false,
    port: 8080,
    host: '0.0.0.0',
    databaseUrl: null,
    mqtt: { kind: 'embedded', port: 1883, tls: null },
    publicUrl: 'http://localhost:8080',
    retentionFullDays: 400,
    retentionSlotsDays: 3_650,
  });
});

it.each([
  [undefined, 0],
  ['0', 0],
  ['true', 1],
  ['1', 1],
  ['2', 2],
])('with TRUST_PROXY %s is behind %i proxies', (text, proxies) => {
  expect(parseConfig({ TRUST_PROXY: text }).proxies).toBe(proxies);
});

it('keeps the demo on loopback and lets it poll Modbus there', () => {
  const config = parseConfig({ TOCSIN_DEMO: '1' });
  expect(config.host).toBe('127.0.0.1');
  expect(config.modbusNetworks).toContain('127.0.0.0/8');
  expect(config.webhookNetworks).toEqual(['127.0.0.0/8', '::1/128']);
  expect(parseConfig({}).webhookNetworks).toEqual([]);
});

it('names the Sparkplug host and its reorder time', () => {
  expect(parseConfig({}).sparkplug).toEqual({ hostId: 'tocsin', reorderMs: 2_000 });
  const env = { SPARKPLUG_HOST_ID: 'north', SPARKPLUG_REORDER_MS: '0' };
  expect(parseConfig(env).sparkplug).toEqual({ hostId: 'north', reorderMs: 0 });
  for (const hostId of ['a/b', 'a b', '+', 'x'.repeat(65)])
    expect(() => parseConfig({ SPARKPLUG_HOST_ID: hostId }), hostId).toThrow(/SPARKPLUG_HOST_ID/);
});

it('refuses object storage without encryption where encrypted data is required, and records use unless told otherwise', () => {
  const stored = { HISTORY_S3_URL: 'https://s3.example/history', HISTORY_S3_KEY: 'key', HISTORY_S3_SECRET: 'secret' };
  const required = { ...stored, REQUIRE_ENCRYPTED_DATA: '1' };
  expect(() => parseConfig(required)).toThrow(/HISTORY_S3_ENCRYPTION must be set/);
  const { requiresEncryptedData, recordsUse } = parseConfig({ ...required, HISTORY_S3_ENCRYPTION: 'AES256' });
  expect([requiresEncryptedData, recordsUse]).toEqual([true, true]);
  expect(parseConfig({ AUDIT_USE: '0' }).recordsUse).toBe(false);
});

// meets: owasp-asvs-5 V12.3.1, V12.3.4
it('refuses every way in and out without TLS where TLS is required', () => {
  const secure = {
    REQUIRE_TLS: '1',
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://portal.example',
    MQTT_PORT: 'off',
    MQTT_TLS_PORT: '8883',
    TLS_CERT: 'cert.pem',
    TLS_KEY: 'key.pem',
    DATABASE_URL: 'postgres://tocsin@db.example/tocsin?sslmode=verify-full',
    NATS_URL: 'tls://one.example:4222,tls://two.example:4222',
    TOCSIN_SECRET: 'x'.repeat(32),
    SMTP_URL: 'smtps://mail.example',
    HISTORY_S3_URL: 'https://s3.example/history',
    HISTORY_S3_KEY: 'key',
    HISTORY_S3_SECRET: 'secret',
  };
  expect(parseConfig(secure).natsUrl).toBe(secure.NATS_URL);
  for (const [name, value, why] of [
    ['TRUST_PROXY', '', 'HTTPS_PORT or TRUST_PROXY must be set'],
    ['PUBLIC_URL', 'http://portal.example', 'PUBLIC_URL must begin with https://'],
    ['MQTT_PORT', '1883', 'MQTT_PORT must be off'],
    ['MQTT_PORT', '', 'MQTT_PORT must be off'],
    ['DATABASE_URL', 'postgres://db.example/tocsin', 'DATABASE_URL needs sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://db.example/tocsin?sslmode=require', 'DATABASE_URL needs sslmode=verify-full'],
    ['NATS_URL', 'nats://one.example', 'NATS_URL must begin with tls://'],
    ['SMTP_URL', 'smtp://mail.example', 'SMTP_URL must begin with smtps://'],
    ['HISTORY_S3_URL', 'http://s3.example/history', 'HISTORY_S3_URL must begin with https://'],
    ['DEADMAN_URL', 'http://watch.example', 'DEADMAN_URL must begin with https://'],
  ] as const)
    expect(() => parseConfig({ ...secure, [name]: value }), `${name}=${value}`).toThrow(why);
});

// meets: owasp-asvs-5 V13.3.1
it('reads secrets from the files of a vault, which exclude the settings themselves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const file = join(folder, 'secret');
  writeFileSync(file, 'a secret of the vault\n');
  expect(readEnv(folder, { TOCSIN_SECRET_FILE: file }).TOCSIN_SECRET).toBe('a secret of the vault');
  expect(() => readEnv(folder, { TOCSIN_SECRET_FILE: file, TOCSIN_SECRET: 'x' })).toThrow(
    'TOCSIN_SECRET and TOCSIN_SECRET_FILE exclude each other',
  );
  expect(() => readEnv(folder, { SMTP_URL_FILE: join(folder, 'none') })).toThrow(/^SMTP_URL_FILE can't be read/);
  rmSync(folder, { recursive: true });
});

it('switches plain MQTT off', () => {
  const env = { MQTT_PORT: 'off', MQTT_TLS_PORT: '8883', TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' };
  expect(parseConfig(env).mqtt).toEqual({
    kind: 'embedded',
    port: null,
    tls: { port: 8883, cert: 'cert.pem', key: 'key.pem', clients: null },
  });
});

it('takes certificates of devices on the TLS port only', () => {
  const env = { MQTT_TLS_PORT: '8883', TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem', MQTT_CLIENT_CA: 'ca.pem' };
  const clients = (more: object) => {
    const { mqtt } = parseConfig({ ...env, ...more });
    return mqtt.kind === 'embedded' ? mqtt.tls?.clients : null;
  };
  expect(clients({})).toEqual({ ca: 'ca.pem', crl: null, isRequired: false });
  const all = { MQTT_CLIENT_CRL: 'crl.pem', MQTT_CLIENT_REQUIRED: '1' };
  expect(clients(all)).toEqual({ ca: 'ca.pem', crl: 'crl.pem', isRequired: true });
  expect(() => parseConfig({ MQTT_CLIENT_CA: 'ca.pem' })).toThrow(/MQTT_CLIENT_CA needs MQTT_TLS_PORT/);
  expect(() => parseConfig({ MQTT_CLIENT_CRL: 'crl.pem' })).toThrow(/MQTT_CLIENT_CRL needs MQTT_CLIENT_CA/);
  expect(() => parseConfig({ MQTT_CLIENT_REQUIRED: '1' })).toThrow(/MQTT_CLIENT_REQUIRED needs MQTT_CLIENT_CA/);
});

it('reads where archived history is', () => {
  const env = { HISTORY_S3_URL: 'https://s3.example.com/tocsin/', HISTORY_S3_KEY: 'k', HISTORY_S3_SECRET: 's' };
  expect(() => parseConfig({ ...env, HISTORY_S3_URL: 'https://s3.example.com' })).toThrow(
    /HISTORY_S3_URL must end with the name of the bucket/,
  );
  expect(() => parseConfig({ ...env, HISTORY_S3_KEY: '' })).toThrow(
    'HISTORY_S3_URL needs HISTORY_S3_KEY and HISTORY_S3_SECRET',
  );
  expect(() => parseConfig({ ...env, HISTORY_HOT_DAYS: '0' })).toThrow(/HISTORY_HOT_DAYS/);
  expect(parseConfig({}).archive).toBeNull();
  expect(parseConfig(env).archive).toEqual({
    url: 'https://s3.example.com/tocsin',
    region: 'us-east-1',
    key: 'k',
    secret: 's',
    isPathStyle: true,
    encryption: null,
    hotDays: 35,
    keepDays: 35,
    cacheMb: 2_048,
  });
  expect(parseConfig({ ...env, HISTORY_S3_PATH_STYLE: '0' }).archive?.isPathStyle).toBe(false);
});
