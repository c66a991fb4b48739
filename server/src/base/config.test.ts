import { describe, expect, it } from 'vitest';
import { parseConfig, SettingError } from './config.ts';

describe('refuses, naming the setting', () => {
  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a whole number'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    [{ TOCSIN_DEMO: 'yes' }, 'TOCSIN_DEMO must be 1 or 0'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address that begins with postgres://'],
    [{ NATS_URL: 'nats://x' }, 'NATS_URL needs DATABASE_URL'],
    [{ NATS_URL: 'nats://x', DATABASE_URL: 'postgres://x/y' }, 'NATS_URL needs TOCSIN_SECRET'],
    [{ TOCSIN_SECRET: 'short' }, 'TOCSIN_SECRET must have at least 32 characters'],
    [{ TOCSIN_DEMO: '1', DATABASE_URL: 'postgres://x/y' }, 'TOCSIN_DEMO runs on its embedded database only'],
    [{ TOCSIN_ADMIN_PASSWORD: 'x' }, 'TOCSIN_ADMIN_PASSWORD needs TOCSIN_ADMIN_EMAIL'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be'],
    [{ RETENTION_FULL_DAYS: '400', RETENTION_SLOTS_DAYS: '30' }, 'RETENTION_SLOTS_DAYS must not be below'],
    [{ TOCSIN_ROLES: 'web,paint' }, "TOCSIN_ROLES knows web, ingest and jobs, not 'paint'"],
    [{ TOCSIN_ROLES: 'web' }, 'TOCSIN_ROLES needs NATS_URL'],
    [{ MQTT_URL: 'mqtt://x', MQTT_PORT: '1884' }, 'MQTT_URL excludes MQTT_PORT'],
    [{ MQTT_TLS_PORT: '8883' }, 'MQTT_TLS_PORT needs TLS_CERT and TLS_KEY'],
    [{ CAPTCHA_SECRET: 'x' }, 'CAPTCHA_SITE_KEY goes with CAPTCHA_SECRET and CAPTCHA_VERIFY_URL'],
    [{ MODBUS_NETWORKS: 'everywhere' }, 'MODBUS_NETWORKS must be networks like 10.0.0.0/8'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an address'],
  ])('%j', (env, text) => {
    expect(() => parseConfig(env)).toThrow(SettingError);
    expect(() => parseConfig(env)).toThrow(text);
  });
});

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

it('keeps the demo on loopback and lets it poll Modbus there', () => {
  const config = parseConfig({ TOCSIN_DEMO: '1' });
  expect(config.host).toBe('127.0.0.1');
  expect(config.modbusNetworks).toContain('127.0.0.0/8');
});
