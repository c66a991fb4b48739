import type pg from 'pg';
import { PacedClient } from '../../platform/connect-pace.ts';
import { connectionOf } from '../../platform/db.ts';
import type { Address } from '../../platform/embedded-postgres/embedded-postgres.ts';

/** The database is unavailable or requests a retry: the batch is written again unchanged. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^(08|40|53|57|55P03|58)/.test(code)) return true;
  // Errors of Node and pg for a broken connection carry no SQLSTATE.
  if (/^E[A-Z]+$/.test(code)) return true;
  return /connection terminated|connection ended|not queryable|timeout expired|socket|ended by the other party/i.test(
    error.message,
  );
}

/** Whether PostgreSQL refused a row because its key exists. */
export const isDoubleKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';

/** Shown in pg_stat_activity, with the process's name if there are several; processes of 1.0.0 use it too. */
const keepName = 'tocsin keep';

/** The writer's own connection: opened when needed, discarded when it breaks. */
export class WriterConnection {
  readonly #address: Address | string;
  #client: pg.Client | null = null;
  #last: number | null = null;
  readonly #name: string;

  constructor(address: Address | string, name = '') {
    this.#address = address;
    this.#name = `${keepName} ${name}`.trim();
  }

  async get(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new PacedClient({
      ...connectionOf(this.#address),
      application_name: this.#name,
      connectionTimeoutMillis: 5_000,
      // A statement that hangs means the database is unavailable: the batch is retried on a new connection.
      query_timeout: 60_000,
      statement_timeout: 55_000,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    try {
      await client.connect();
      // An interrupted session must not continue beside its successor.
      if (this.#last !== null) await endSession(client, this.#last, this.#name);
    } catch (error) {
      // The opened connection is unusable: close it before the next one is tried.
      client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    this.#last = processId(client);
    return client;
  }

  /** Called after an error: returns to a clean connection, or none. */
  async afterError(error: unknown): Promise<void> {
    const client = this.#client;
    if (!client) return;
    try {
      if (isAway(error)) throw error;
      await client.query('rollback');
    } catch {
      this.#lose(client);
      client.end().catch(() => {});
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  #lose(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
  }
}

function processId(client: pg.Client): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null;
}

async function endSession(client: pg.Client, pid: number, name: string): Promise<void> {
  const ended = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
                 where pid = $1 and application_name = $2 and usename = current_user`;
  await client.query(ended, [pid, name]);
}
