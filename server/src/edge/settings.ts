import { resolve } from 'node:path';
import { SettingError } from '../platform/config.ts';
import type { LogLevel } from '../platform/log.ts';

/** The settings of an edge (docs/edge.md). A wrong one stops the start with one line that names it. */
export interface EdgeSettings {
  /** Address of the portal, without a slash at the end. */
  readonly portal: string;
  /** Claims this edge at its first start. */
  readonly code: string | null;
  readonly dataDir: string;
  /** Where devices connect. */
  readonly host: string;
  readonly httpPort: number;
  /** null: off. */
  readonly mqttPort: number | null;
  readonly modbusNetworks: readonly string[];
  readonly queueBytes: number;
  /** Where people look. */
  readonly pageHost: string;
  /** null: off. */
  readonly pagePort: number | null;
  readonly notify: NotifySettings | null;
  readonly logLevel: LogLevel;
}

/** The edge's own message when the portal cannot be reached. */
export interface NotifySettings {
  readonly url: string;
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  /** With {text}, {number}, {json}; null: the event as JSON. */
  readonly body: string | null;
  readonly number: string;
  /** Signs the body; null: no signature. */
  readonly secret: string | null;
  readonly afterMs: number;
}

type Env = Readonly<Record<string, string | undefined>>;

const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];
const isLevel = (level: string): level is LogLevel => ['debug', 'info', 'warn', 'error', 'silent'].includes(level);

/** Reads the settings; throws a SettingError that names the wrong one. */
export function parseEdgeSettings(env: Env): EdgeSettings {
  const text = (name: string): string | null => env[name]?.trim() || null;
  const fail = (name: string, why: string): never => {
    throw new SettingError(`${name} ${why}`);
  };
  const whole = (name: string, usual: number, least: number, most: number): number => {
    const value = Number(text(name) ?? usual);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    return fail(name, `must be a whole number from ${least} to ${most}, not '${text(name)}'`);
  };
  const port = (name: string, usual: number): number | null =>
    text(name) === 'off' ? null : whole(name, usual, 0, 65_535);
  const level = text('LOG_LEVEL') ?? 'info';
  return {
    portal: portalOf(text('EDGE_PORTAL'), fail),
    code: text('EDGE_CODE'),
    dataDir: resolve(text('EDGE_DATA_DIR') ?? './.tocsin/edge'),
    host: text('EDGE_HOST') ?? '0.0.0.0',
    httpPort: whole('EDGE_HTTP_PORT', 8090, 0, 65_535),
    mqttPort: port('EDGE_MQTT_PORT', 1883),
    modbusNetworks:
      text('MODBUS_NETWORKS')
        ?.split(',')
        .map((one) => one.trim()) ?? privateNetworks,
    queueBytes: whole('EDGE_QUEUE_MB', 1_024, 1, 1_000_000) * 1024 * 1024,
    pageHost: text('EDGE_PAGE_HOST') ?? '127.0.0.1',
    pagePort: port('EDGE_PAGE_PORT', 8091),
    notify: notifyOf(text, fail, whole('EDGE_NOTIFY_AFTER_SECONDS', 300, 10, 86_400) * 1_000),
    logLevel: isLevel(level) ? level : fail('LOG_LEVEL', `must be debug, info, warn, error or silent, not '${level}'`),
  };
}

type Text = (name: string) => string | null;
type Fail = (name: string, why: string) => never;

/** HTTPS, except to this machine: the edge's key and all data travel there. */
function portalOf(raw: string | null, fail: Fail): string {
  if (raw === null) return fail('EDGE_PORTAL', 'is missing: the address of the portal, like https://tocsin.example');
  const url = URL.canParse(raw) ? new URL(raw) : null;
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)))
    return fail('EDGE_PORTAL', 'must be an address that begins with https://');
  if (url.pathname !== '/' || url.search !== '') return fail('EDGE_PORTAL', 'must be an address without a path');
  return url.origin;
}

function notifyOf(text: Text, fail: Fail, afterMs: number): NotifySettings | null {
  const url = text('EDGE_NOTIFY_URL');
  if (url === null) return null;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return fail('EDGE_NOTIFY_URL', 'must be an address that begins with https:// or http://');
  const method = text('EDGE_NOTIFY_METHOD') ?? 'POST';
  if (method !== 'POST' && method !== 'PUT' && method !== 'GET')
    return fail('EDGE_NOTIFY_METHOD', `must be POST, PUT or GET, not '${method}'`);
  const headers: Record<string, string> = {};
  for (const line of text('EDGE_NOTIFY_HEADERS')?.split('|') ?? []) {
    const at = line.indexOf(':');
    const [name, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (at === -1 || !/^[!#$%&'*+.^_`\w~-]+$/.test(name))
      return fail('EDGE_NOTIFY_HEADERS', "must be headers like 'Authorization: Basic abc', separated by |");
    headers[name.toLowerCase()] = value;
  }
  return {
    url,
    method,
    headers,
    body: text('EDGE_NOTIFY_BODY'),
    number: text('EDGE_NOTIFY_NUMBER') ?? '',
    secret: text('EDGE_NOTIFY_SECRET'),
    afterMs,
  };
}
