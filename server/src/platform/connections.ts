/** Connections to the database that one part of a process opens at most, and how few it can work with. */
interface Use {
  readonly most: number;
  readonly least: number;
}

/** One connection that is always open, or opened for each piece of work. */
const one: Use = { most: 1, least: 1 };

/**
 * Every part of a process that opens connections. The pipeline, alarms and messages have theirs alone: webhooks whose
 * receivers do not answer, pages and exports can use up only their own.
 */
const uses = {
  /** Pages and devices' settings. */
  main: { most: 10, least: 4 },
  /** The writer of frames, and its device states and partitions. */
  writer: one,
  states: { most: 2, least: 2 },
  owner: one,
  watch: one,
  duplicates: one,
  /** An import of history: what writes, and what looks up. */
  imports: { most: 2, least: 2 },
  hours: { most: 2, least: 2 },
  /** Days that move to object storage, or pieces of a restored backup that come back: never both. */
  archive: { most: 2, least: 2 },
  scan: one,
  history: { most: 4, least: 2 },
  rehearsal: { most: 2, least: 2 },
  /** E-mail rules and escalations. */
  rules: { most: 6, least: 3 },
  messages: { most: 6, least: 2 },
  webhooks: { most: 4, least: 1 },
  mails: { most: 6, least: 2 },
  /** Queues of jobs: one connection listens, the others take and end jobs. */
  ruleJobs: { most: 3, least: 2 },
  jobs: { most: 3, least: 2 },
  /** Rights; e-mail rules, escalations and webhooks; messages; mails; one to spare. */
  listeners: { most: 5, least: 5 },
} as const satisfies Readonly<Record<string, Use>>;

type ConnectionUse = keyof typeof uses;

/** Connections of one process by use. */
export type Connections = Readonly<Record<ConnectionUse, number>>;

const names = Object.keys(uses) as ConnectionUse[];
const sum = (of: Connections): number => names.reduce((total, name) => total + of[name], 0);
const byUse = (of: (use: Use) => number): Connections =>
  Object.fromEntries(names.map((name) => [name, of(uses[name])])) as Record<ConnectionUse, number>;

/** What a process opens when the database allows it. */
export const allConnections: Connections = byUse(({ most }) => most);
export const allConnectionsCount = sum(allConnections);

/** For the command line (`backup`, `doctor`), `psql` and PostgreSQL's own reserve of three. */
const maintenance = 12;
/** Connections of the command line beside a running server. */
export const commandConnections = 4;

/** `max_connections` of the embedded PostgreSQL, which one process uses. */
export const embeddedMaxConnections = allConnectionsCount + maintenance;

/**
 * Divides `available` connections: everything where they suffice, otherwise what has the most to spare gives first.
 * Never less than each use needs, so that `count` may exceed what is available.
 */
export function shareConnections(available: number): { readonly connections: Connections; readonly count: number } {
  const shared: Record<ConnectionUse, number> = { ...allConnections };
  for (let count = allConnectionsCount; count > available; count--) {
    const spare = (name: ConnectionUse): number => shared[name] - uses[name].least;
    const widest = names.reduce((best, name) => (spare(name) > spare(best) ? name : best));
    if (spare(widest) === 0) break;
    shared[widest]--;
  }
  return { connections: shared, count: sum(shared) };
}
