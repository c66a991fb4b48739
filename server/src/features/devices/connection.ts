import type { DeviceConnection } from '@tocsin/contract/devices';

/** Where devices reach this installation, from its settings. */
export interface PublicAddresses {
  readonly publicUrl: string;
  readonly mqtt:
    | { readonly kind: 'embedded'; readonly port: number | null; readonly tlsPort: number | null }
    | { readonly kind: 'external'; readonly url: string };
}

export interface Sender {
  readonly id: number;
  readonly udfId: string | null;
  readonly serialNumber: string;
  /** null: not readable; the commands then contain a placeholder. */
  readonly code: string | null;
  readonly polledAt: string | null;
  readonly senderId?: string | null;
  /** Topic filters of the payload map of its type; null or absent: it has none. */
  readonly mapTopics?: readonly string[] | null;
  readonly lastSeenAt: number | null;
}

/** Quotes any text as one word for a POSIX shell. */
const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

const now = `'"$(date +%s)000"'`;
const birth = `'{"ts": ${now}, "groups": [{"id": "4", "name": "Temperature", "sensors": [{"id": "401", "name": "Head bearing left", "type": "NUMERIC", "unit": "C"}]}]}'`;
const data = `'{"ts": ${now}, "values": {"4.401": 41.5}}'`;

/** Topics, addresses and commands to copy for one device. An F500 without udf_id uses its id. */
export function connectionOf(publicAddresses: PublicAddresses, device: Sender): DeviceConnection {
  const name = device.udfId ?? String(device.id);
  const topics = topicsOf(name);
  const http = {
    birth: `${publicAddresses.publicUrl}/api/v1/ingest/${name}/birth/`,
    data: `${publicAddresses.publicUrl}/api/v1/ingest/${name}/data/`,
    death: `${publicAddresses.publicUrl}/api/v1/ingest/${name}/death/`,
  };
  const { host, port, tlsPort } = brokerOf(publicAddresses);
  const secured = port === tlsPort ? ' --cafile ca.pem' : '';
  const code = device.code ?? 'CODE';
  const isOurs = publicAddresses.mqtt.kind === 'embedded';
  const who = isOurs ? ` -u ${shellWord(device.serialNumber)} -P ${shellWord(code)}` : '';
  const publish = (topic: string, message: string) =>
    `mosquitto_pub -h ${shellWord(host)} -p ${port}${secured}${who} -q 1 -t ${shellWord(topic)} -m ${message}`;
  const login = shellWord(`${device.serialNumber}:${code}`);
  const post = (url: string, message: string) =>
    `curl -u ${login} -H 'Content-Type: application/json' -d ${message} ${shellWord(url)}`;
  const message = '@message.json';
  const mappedOf = ({ senderId }: Sender, udf: string, filters: readonly string[]) => {
    const url = `${publicAddresses.publicUrl}/api/v1/ingest/${udf}/mapped/`;
    const mapTopics = filters.map((filter) => filter.replace('{udf}', udf).replace('{id}', senderId ?? udf));
    const plain = mapTopics.find((topic) => !/[+#]/.test(topic));
    return {
      http: url,
      gateway: `${publicAddresses.publicUrl}/api/v1/ingest/mapped/`,
      topics: mapTopics,
      commands: [post(url, message), ...(plain ? [`${publish(plain, '')}`.replace(/ -m $/, ' -f message.json')] : [])],
    };
  };
  return {
    mqtt: {
      host,
      port,
      tls_port: tlsPort,
      username: isOurs ? device.serialNumber : null,
      password: isOurs ? device.code : null,
      topics,
      commands: [publish(topics.birth, birth), publish(topics.data, data)],
    },
    http: { ...http, commands: [post(http.birth, birth), post(http.data, data)] },
    mapped: device.mapTopics ? mappedOf(device, name, device.mapTopics) : null,
    polled_at: device.polledAt,
    last_seen: device.lastSeenAt === null ? null : new Date(device.lastSeenAt).toISOString(),
  };
}

const topicsOf = (name: string) => ({
  birth: `tocsin/v1/${name}/birth`,
  data: `tocsin/v1/${name}/data`,
  death: `tocsin/v1/${name}/death`,
});

/** Where MQTT is spoken: host, port, and that of TLS. Without a plain port `port` is the TLS port. */
export function brokerOf(publicAddresses: PublicAddresses): { host: string; port: number; tlsPort: number | null } {
  if (publicAddresses.mqtt.kind === 'embedded') {
    const { port, tlsPort } = publicAddresses.mqtt;
    return { host: new URL(publicAddresses.publicUrl).hostname, port: port ?? tlsPort ?? 0, tlsPort };
  }
  const url = new URL(publicAddresses.mqtt.url);
  const secure = url.protocol === 'mqtts:' || url.protocol === 'ssl:';
  return { host: url.hostname, port: Number(url.port) || (secure ? 8883 : 1883), tlsPort: null };
}
