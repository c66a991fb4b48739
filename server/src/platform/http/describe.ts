/** Operation names, tags and servers of the OpenAPI document. */

const tagTexts: Readonly<Record<string, string>> = {
  '2fa': 'Two-factor verification',
  accounts: 'Sign-in, passwords, sessions and API keys of the person',
  analytics: 'Reports about alarms of a device',
  audit: 'Who changed what',
  clients: 'Clients and their logos',
  devices: 'Devices, their settings, live state, history and maintenance',
  graphs: 'Values over time',
  ingest: 'What devices send',
  locations: 'Sites',
  machines: 'Machines of a schema',
  membership: 'Access of people to sites',
  'notification-settings': 'E-mail rules',
  notifications: 'The log of events',
  oem: 'The operator: registry, health, mailbox, styles and pages',
  schemas: 'Drawings of plants',
  tabs: 'Tabs of a schema',
  users: 'People and their activation',
};

const wordOf = (part: string): string => part.charAt(0).toUpperCase() + part.slice(1);

/** `GET /api/v1/clients/{id}/logo` is `getClientsByIdLogo`; version 2 of the API has the suffix `V2`. */
function operationId(method: string, path: string): string {
  const [, , version, ...segments] = path.split('/');
  const words = segments
    .filter((part) => part !== '')
    .flatMap((part) => (part.startsWith('{') ? ['by', part.slice(1, -1)] : [part]))
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .filter((part) => part !== '');
  return `${method}${words.map(wordOf).join('')}${version === 'v1' ? '' : wordOf(version ?? '')}`;
}

interface Operation {
  operationId?: string;
  tags?: readonly string[];
}
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
type PathItem = Partial<Record<(typeof methods)[number], Operation>>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Writes 'nothing more' of tuples as a schema, which more programs read than `false`. */
function closeTuples(value: unknown): void {
  if (!isObject(value)) return;
  if (Array.isArray(value.prefixItems) && value.items === false) value.items = { not: {} };
  for (const inner of Object.values(value)) closeTuples(inner);
}

/** Adds operation ids and tags. Paths are listed without their trailing slash, since both forms work. */
export function describe<D extends { paths?: Readonly<Record<string, PathItem | undefined>> }>(document: D) {
  const paths: Record<string, PathItem> = {};
  const tags = new Set<string>();
  for (const [slashed, item] of Object.entries(document.paths ?? {})) {
    if (!item) continue;
    const path = slashed.replace(/(?<=.)\/$/, '');
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      operation.operationId = operationId(method, path);
      for (const tag of operation.tags ?? []) tags.add(tag);
    }
    closeTuples(item);
    paths[path] = item;
  }
  const described = [...tags].sort().map((name) => ({ name, description: tagTexts[name] ?? `Calls under ${name}/` }));
  return { ...document, paths, tags: described };
}
