import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';

/** The settings (docs/operations.md). A wrong or contradictory one stops the start with one line that names it. */
export interface Config {
  readonly demo: boolean;
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Connections of that database that other programs and further Tocsin processes use. */
  readonly databaseOthers: number;
  /** One server, or several of one cluster separated by commas; null: everything in this process. */
  readonly natsUrl: string | null;
  readonly roles: ReadonlySet<Role>;
  readonly mqtt: MqttConfig;
  /** This server as a Sparkplug host application; `reorderMs` is the time to wait for a missing message. */
  readonly sparkplug: { readonly hostId: string; readonly reorderMs: number };
  readonly smtpUrl: string | null;
  /** Time stamp authority (RFC 3161) of certificates; null: they have no time stamp. */
  readonly tsaUrl: string | null;
  readonly mailFrom: string;
  readonly publicUrl: string;
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  /** Whether operator staff need a second factor; null: the stored setting decides. */
  readonly staffSecondFactor: 'required' | 'optional' | null;
  /** null: generated into the data folder. */
  readonly secret: string | null;
  readonly retentionFullDays: number;
  readonly retentionSlotsDays: number;
  /** History in object storage; null: all of it is in PostgreSQL. */
  readonly archive: ArchiveConfig | null;
  /** Number of chained reverse proxies before this process; 0: direct access. */
  readonly proxies: number;
  readonly metricsToken: string | null;
  /** Contact for vulnerability reports (`mailto:` or `https:`); null: the operator's support e-mail. */
  readonly securityContact: string | null;
  /** The start is refused unless the data folder is on an encrypted volume. */
  readonly requiresEncryptedData: boolean;
  /** Whether sign-ins, downloads and the like are in the audit log; changes always are. */
  readonly recordsUse: boolean;
  /** The port with TLS of its own, and the files of its certificate; null: a proxy has TLS, or nobody. */
  readonly https: { readonly port: number; readonly cert: string; readonly key: string } | null;
  /** Requested every minute while frames are stored; null: no heartbeat. */
  readonly heartbeatUrl: string | null;
  /** Asked every ten minutes for its Date header, to watch the server's clock; null: not asked. */
  readonly clockUrl: string | null;
  /** Says which version is the newest one; null: nothing is asked. */
  readonly updatesUrl: string | null;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly captcha: { readonly siteKey: string; readonly secret: string; readonly verifyUrl: string } | null;
  /** Devices of open types that a client may add. */
  readonly mostOpenDevices: number;
  readonly modbusNetworks: readonly string[];
  /** Private networks that clients' sign-in providers may be in. */
  readonly providerNetworks: readonly string[];
  /** The only hosts that webhooks, feeds, providers, push and the SMS gateway may reach; null: all of the public internet. */
  readonly outboundHosts: readonly string[] | null;
  /** Private networks that webhooks may reach. */
  readonly webhookNetworks: readonly string[];
}
type Role = 'web' | 'ingest' | 'jobs';
type MqttConfig =
  | {
      readonly kind: 'embedded';
      /** null: off, TLS connections only. */
      readonly port: number | null;
      readonly tls: MqttTls | null;
    }
  | { readonly kind: 'external'; readonly url: string };

/** Where old history moves: a bucket of any S3 dialect. */
export interface ArchiveConfig {
  /** `https://host/bucket`. */
  readonly url: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
  /** The bucket is in the path, else it is a part of the host name. */
  readonly isPathStyle: boolean;
  /** Server-side encryption asked of the store, such as `AES256`; null: as the bucket is set. */
  readonly encryption: string | null;
  /** Older days move. */
  readonly hotDays: number;
  /** Replaced and deleted objects stay, so that backups of this age can be restored. */
  readonly keepDays: number;
  /** Size of the cache on disk in MB. */
  readonly cacheMb: number;
}

/** An invalid setting: its one line names the setting and stops the start. */
export class SettingError extends Error {}

/** Files of the broker's TLS port. */
interface MqttTls {
  readonly port: number;
  readonly cert: string;
  readonly key: string;
  /** Certificates of devices; null: devices sign in by their codes only. */
  readonly clients: { readonly ca: string; readonly crl: string | null; readonly isRequired: boolean } | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Merges `.env` of the folder with the environment; the environment takes precedence. A setting with `_FILE` after its
 * name is read from that file, as vaults and container platforms hand out secrets. Throws a SettingError without it.
 */
export function readEnv(folder: string, env: Env): Env {
  const file = resolve(folder, '.env');
  const given: Env = existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env;
  const read: Record<string, string> = {};
  for (const name of secretSettings) {
    const path = given[`${name}_FILE`];
    if (!path) continue;
    if (given[name]) throw new SettingError(`${name} and ${name}_FILE exclude each other`);
    try {
      read[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      throw new SettingError(`${name}_FILE can't be read: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { ...given, ...read };
}

/** Settings that hold secrets. */
const secretSettings = [
  'TOCSIN_SECRET',
  'TOCSIN_ADMIN_PASSWORD',
  'DATABASE_URL',
  'NATS_URL',
  'MQTT_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'CAPTCHA_SECRET',
  'HISTORY_S3_KEY',
  'HISTORY_S3_SECRET',
] as const;

/** The addresses of a comma-separated list. */
export const addressesOf = (list: string): string[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Parses settings into a Config; throws a SettingError that names the wrong one in one line. */
export function parseConfig(env: Env): Config {
  const text = (name: string): string | null => env[name]?.trim() || null;
  const fail = (name: string, why: string): never => {
    throw new SettingError(`${name} ${why}`);
  };
  const integer = (name: string, otherwise: number, least: number, most: number): number => {
    const raw = text(name);
    if (raw === null) return otherwise;
    const value = Number(raw);
    if (!Number.isInteger(value) || value < least || value > most)
      fail(name, `must be a whole number from ${least} to ${most}, not '${raw}'`);
    return value;
  };
  const flag = (name: string, otherwise = false): boolean => {
    const raw = text(name);
    if (raw === null) return otherwise;
    if (raw === '0' || raw === 'false') return false;
    if (raw === '1' || raw === 'true') return true;
    return fail(name, `must be 1 or 0, not '${raw}'`);
  };
  const url = (name: string, schemes: readonly string[], raw = text(name)): string | null => {
    if (raw === null) return null;
    const parsed = URL.canParse(raw) ? new URL(raw) : null;
    if (!parsed || !schemes.includes(parsed.protocol.slice(0, -1)))
      fail(name, `must be an address that begins with ${schemes.map((s) => `${s}://`).join(' or ')}`);
    return raw;
  };

  const demo = flag('TOCSIN_DEMO');
  demandTlsOf(flag('REQUIRE_TLS'), text, fail);
  const requiresEncryptedData = flag('REQUIRE_ENCRYPTED_DATA');
  demandEncryptedObjectsOf(requiresEncryptedData, text, fail);
  const port = integer('PORT', 8080, 0, 65_535);
  const databaseUrl = url('DATABASE_URL', ['postgres', 'postgresql']);
  const natsUrl = text('NATS_URL');
  const natsUrls = addressesOf(natsUrl ?? '').map((one) => url('NATS_URL', ['nats', 'tls'], one) ?? '');
  if (new Set(natsUrls.map((one) => new URL(one).protocol)).size > 1)
    fail('NATS_URL', 'must be nats:// for all of its servers or tls:// for all');
  if (natsUrl && !databaseUrl) fail('NATS_URL', 'needs DATABASE_URL: several processes share one external PostgreSQL');
  const secret = text('TOCSIN_SECRET');
  if (secret && secret.length < 32) fail('TOCSIN_SECRET', 'must have at least 32 characters');
  if (natsUrl && !secret) fail('NATS_URL', 'needs TOCSIN_SECRET: all processes must share it');
  if (demo && databaseUrl)
    fail('TOCSIN_DEMO', 'runs on its embedded database only: leave out DATABASE_URL, or use npm run serve');
  const adminEmail = text('TOCSIN_ADMIN_EMAIL');
  const adminPassword = text('TOCSIN_ADMIN_PASSWORD');
  if (adminPassword && !adminEmail) fail('TOCSIN_ADMIN_PASSWORD', 'needs TOCSIN_ADMIN_EMAIL');
  const logLevel = text('LOG_LEVEL') ?? (demo ? 'warn' : 'info');
  if (!isLogLevel(logLevel)) return fail('LOG_LEVEL', `must be debug, info, warn, error or silent, not '${logLevel}'`);
  const retentionFullDays = integer('RETENTION_FULL_DAYS', 400, 2, 36_500);
  const retentionSlotsDays = integer('RETENTION_SLOTS_DAYS', 3_650, 2, 36_500);
  if (retentionSlotsDays < retentionFullDays)
    fail('RETENTION_SLOTS_DAYS', 'must not be below RETENTION_FULL_DAYS: slots outlive frames');

  return {
    demo,
    port,
    host: text('HOST') ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    dataDir: resolve(text('TOCSIN_DATA_DIR') ?? (demo ? './.tocsin/demo' : './.tocsin')),
    databaseUrl,
    databaseOthers: integer('DATABASE_CONNECTIONS_OF_OTHERS', 0, 0, 100_000),
    natsUrl,
    roles: parseRoles(text('TOCSIN_ROLES') ?? 'web,ingest,jobs', natsUrl !== null, fail),
    mqtt: parseMqtt(text, integer, url, fail, demo, flag('MQTT_CLIENT_REQUIRED')),
    sparkplug: parseSparkplug(text, integer, fail),
    smtpUrl: url('SMTP_URL', ['smtp', 'smtps']),
    tsaUrl: url('TSA_URL', ['http', 'https']),
    mailFrom: text('MAIL_FROM') ?? 'Tocsin <tocsin@localhost>',
    publicUrl: withoutEndSlashes(url('PUBLIC_URL', ['http', 'https']) ?? `http://localhost:${port}`),
    https: parseHttps(text, integer, fail, demo),
    adminEmail,
    adminPassword,
    staffSecondFactor: parseStaffSecondFactor(text('TOCSIN_STAFF_SECOND_FACTOR'), fail),
    secret,
    retentionFullDays,
    retentionSlotsDays,
    archive: parseArchive(text, integer, url, flag, fail),
    proxies: parseProxies(text, integer),
    metricsToken: text('METRICS_TOKEN'),
    requiresEncryptedData,
    recordsUse: flag('AUDIT_USE', true),
    securityContact: parseContact(text('SECURITY_CONTACT'), fail),
    clockUrl: url('CLOCK_URL', ['https', 'http']),
    heartbeatUrl: url('DEADMAN_URL', ['https', 'http']),
    updatesUrl: url('UPDATES_URL', ['https']),
    logLevel,
    captcha: parseCaptcha(text, url, fail),
    mostOpenDevices: integer('OPEN_DEVICES_PER_CLIENT', 1_000, 0, 1_000_000),
    modbusNetworks: parseNetworks(
      'MODBUS_NETWORKS',
      text,
      demo ? [...privateNetworks, ...loopback] : privateNetworks,
      fail,
    ),
    providerNetworks: parseNetworks('PROVIDER_NETWORKS', text, [], fail),
    outboundHosts: parseHosts('OUTBOUND_HOSTS', text, fail),
    webhookNetworks: parseNetworks('WEBHOOK_NETWORKS', text, demo ? loopback : [], fail),
  };
}

function withoutEndSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end--;
  return address.slice(0, end);
}

type ParseInteger = (name: string, otherwise: number, least: number, most: number) => number;
type Fail = (name: string, why: string) => never;
type Text = (name: string) => string | null;

function isLogLevel(level: string): level is Config['logLevel'] {
  return ['debug', 'info', 'warn', 'error', 'silent'].includes(level);
}

function parseRoles(raw: string, several: boolean, fail: Fail): ReadonlySet<Role> {
  const roles = new Set<Role>();
  for (const role of raw.split(',').map((part) => part.trim())) {
    if (role !== 'web' && role !== 'ingest' && role !== 'jobs')
      return fail('TOCSIN_ROLES', `knows web, ingest and jobs, not '${role}'`);
    roles.add(role);
  }
  if (roles.size < 3 && !several)
    fail('TOCSIN_ROLES', 'needs NATS_URL and DATABASE_URL when one process does not do all');
  return roles;
}

function parseArchive(
  text: Text,
  integer: ParseInteger,
  url: (name: string, schemes: readonly string[]) => string | null,
  flag: (name: string) => boolean,
  fail: Fail,
): ArchiveConfig | null {
  const address = url('HISTORY_S3_URL', ['https', 'http']);
  const key = text('HISTORY_S3_KEY');
  const secret = text('HISTORY_S3_SECRET');
  if (!address) return null;
  if (!/^\/[^/]+$/.test(withoutEndSlashes(new URL(address).pathname)))
    fail('HISTORY_S3_URL', 'must end with the name of the bucket, as in https://s3.example.com/tocsin-history');
  if (!key || !secret) return fail('HISTORY_S3_URL', 'needs HISTORY_S3_KEY and HISTORY_S3_SECRET');
  return {
    url: withoutEndSlashes(address),
    region: text('HISTORY_S3_REGION') ?? 'us-east-1',
    key,
    secret,
    isPathStyle: text('HISTORY_S3_PATH_STYLE') === null || flag('HISTORY_S3_PATH_STYLE'),
    encryption: text('HISTORY_S3_ENCRYPTION'),
    hotDays: integer('HISTORY_HOT_DAYS', 35, 1, 36_500),
    keepDays: integer('ARCHIVE_KEEP_DAYS', 35, 0, 36_500),
    cacheMb: integer('HISTORY_CACHE_MB', 2_048, 16, 1_000_000),
  };
}

/** Parses a number of proxies, or true for one. */
function parseProxies(text: Text, integer: ParseInteger): number {
  const raw = text('TRUST_PROXY');
  if (raw === 'true' || raw === 'false') return raw === 'true' ? 1 : 0;
  return integer('TRUST_PROXY', 0, 0, 9);
}

function parseContact(raw: string | null, fail: Fail): string | null {
  if (raw === null || /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(raw)) return raw;
  return fail('SECURITY_CONTACT', 'must begin with mailto: or https://');
}

function parseStaffSecondFactor(raw: string | null, fail: Fail): Config['staffSecondFactor'] {
  if (raw === null || raw === 'required' || raw === 'optional') return raw;
  return fail('TOCSIN_STAFF_SECOND_FACTOR', `must be required or optional, not '${raw}'`);
}

/** Refuses each setting by which something would be reached, or would reach Tocsin, without TLS. */
function demandTlsOf(isDemanded: boolean, text: Text, fail: Fail): void {
  if (!isDemanded) return;
  const must = (name: string, isSecure: boolean, what: string): void => {
    if (!isSecure) fail(name, `${what}, for REQUIRE_TLS is set`);
  };
  const begins = (name: string, schemes: readonly string[]): void => {
    for (const one of addressesOf(text(name) ?? ''))
      must(
        name,
        schemes.some((scheme) => one.startsWith(`${scheme}://`)),
        `must begin with ${schemes.join(':// or ')}://`,
      );
  };
  must('HTTPS_PORT', text('HTTPS_PORT') !== null || text('TRUST_PROXY') !== null, 'or TRUST_PROXY must be set');
  must('MQTT_PORT', text('MQTT_URL') !== null || text('MQTT_PORT') === 'off', 'must be off');
  begins('MQTT_URL', ['mqtts', 'ssl']);
  begins('NATS_URL', ['tls']);
  begins('SMTP_URL', ['smtps']);
  for (const name of ['PUBLIC_URL', 'HISTORY_S3_URL', 'TSA_URL', 'CAPTCHA_VERIFY_URL', 'DEADMAN_URL'])
    begins(name, ['https']);
  const database = text('DATABASE_URL');
  must('DATABASE_URL', !database || /[?&]sslmode=verify-full\b/.test(database), 'needs sslmode=verify-full');
}

function demandEncryptedObjectsOf(isDemanded: boolean, text: Text, fail: Fail): void {
  if (isDemanded && text('HISTORY_S3_URL') && !text('HISTORY_S3_ENCRYPTION'))
    fail('HISTORY_S3_ENCRYPTION', 'must be set, for REQUIRE_ENCRYPTED_DATA is set');
}

function parseHttps(text: Text, integer: ParseInteger, fail: Fail, demo: boolean): Config['https'] {
  const port = integer('HTTPS_PORT', -1, 0, 65_535);
  if (port < 0) return null;
  const [cert, key] = [text('TLS_CERT'), text('TLS_KEY')];
  if (demo) fail('HTTPS_PORT', "can't be used in the demo: its devices send without TLS");
  if (text('TRUST_PROXY')) fail('HTTPS_PORT', 'excludes TRUST_PROXY: either the proxy has TLS or Tocsin');
  if (!text('PUBLIC_URL')?.startsWith('https:')) fail('HTTPS_PORT', 'needs a PUBLIC_URL that begins with https://');
  if (!cert || !key) return fail('HTTPS_PORT', 'needs TLS_CERT and TLS_KEY');
  return { port, cert, key };
}

function parseMqtt(
  text: Text,
  integer: ParseInteger,
  url: (name: string, schemes: readonly string[]) => string | null,
  fail: Fail,
  demo: boolean,
  isRequired: boolean,
): MqttConfig {
  const external = url('MQTT_URL', ['mqtt', 'mqtts', 'tcp', 'ssl']);
  if (external) {
    if (text('MQTT_PORT') || text('MQTT_TLS_PORT'))
      fail('MQTT_URL', 'excludes MQTT_PORT and MQTT_TLS_PORT: choose one broker');
    return { kind: 'external', url: external };
  }
  const tlsPort = integer('MQTT_TLS_PORT', -1, 0, 65_535);
  const cert = text('TLS_CERT');
  const key = text('TLS_KEY');
  if (tlsPort >= 0 && !(cert && key)) fail('MQTT_TLS_PORT', 'needs TLS_CERT and TLS_KEY');
  const ca = text('MQTT_CLIENT_CA');
  const crl = text('MQTT_CLIENT_CRL');
  if (ca && tlsPort < 0) fail('MQTT_CLIENT_CA', 'needs MQTT_TLS_PORT: certificates exist on that port only');
  if (crl && !ca) fail('MQTT_CLIENT_CRL', 'needs MQTT_CLIENT_CA');
  if (isRequired && !ca) fail('MQTT_CLIENT_REQUIRED', 'needs MQTT_CLIENT_CA');
  const clients = ca ? { ca, crl, isRequired } : null;
  const tls = tlsPort >= 0 && cert && key ? { port: tlsPort, cert, key, clients } : null;
  if (text('MQTT_PORT') !== 'off') return { kind: 'embedded', port: integer('MQTT_PORT', 1883, 0, 65_535), tls };
  if (!tls) fail('MQTT_PORT', 'can be off only with MQTT_TLS_PORT: devices would have no port left');
  if (demo) fail('MQTT_PORT', "can't be off in the demo: its devices send there");
  return { kind: 'embedded', port: null, tls };
}

/** The host id is part of an MQTT topic, so it has none of its separators and wildcards. */
function parseSparkplug(text: Text, integer: ParseInteger, fail: Fail): Config['sparkplug'] {
  const hostId = text('SPARKPLUG_HOST_ID') ?? 'tocsin';
  if (!/^[^\s/+#]{1,64}$/.test(hostId))
    fail('SPARKPLUG_HOST_ID', `must be 1 to 64 characters without spaces, /, + and #, not '${hostId}'`);
  return { hostId, reorderMs: integer('SPARKPLUG_REORDER_MS', 2_000, 0, 60_000) };
}

function parseCaptcha(
  text: Text,
  url: (name: string, schemes: readonly string[]) => string | null,
  fail: Fail,
): Config['captcha'] {
  const siteKey = text('CAPTCHA_SITE_KEY');
  const secret = text('CAPTCHA_SECRET');
  const verifyUrl = url('CAPTCHA_VERIFY_URL', ['https', 'http']);
  if (!siteKey && !secret && !verifyUrl) return null;
  if (!siteKey || !secret || !verifyUrl)
    return fail('CAPTCHA_SITE_KEY', 'goes with CAPTCHA_SECRET and CAPTCHA_VERIFY_URL: give all three or none');
  return { siteKey, secret, verifyUrl };
}

const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];
const loopback = ['127.0.0.0/8', '::1/128'];

/** An IP address with a prefix length. */
function isNetwork(text: string): boolean {
  const [, address = '', prefix = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(prefix) <= (family === 6 ? 128 : 32);
}

function parseHosts(name: string, text: Text, fail: Fail): readonly string[] | null {
  const hosts =
    text(name)
      ?.split(',')
      .map((part) => part.trim().toLowerCase()) ?? null;
  for (const host of hosts ?? [])
    if (!/^(?:\*\.)?[a-z0-9._:-]{1,253}$/.test(host))
      fail(name, `must be names like hooks.example.com or *.example.com, not '${host}'`);
  return hosts;
}

function parseNetworks(name: string, text: Text, otherwise: readonly string[], fail: Fail): readonly string[] {
  const raw = text(name);
  if (raw === null) return otherwise;
  const networks = raw.split(',').map((part) => part.trim());
  for (const network of networks) {
    if (!isNetwork(network)) fail(name, `must be networks like 10.0.0.0/8, not '${network}'`);
  }
  return networks;
}
