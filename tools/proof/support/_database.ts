// Access to the database from outside, without the server's code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Connects to the embedded database of a running server by the socket in its data folder. */
export async function openEmbedded(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: readFileSync(join(dataDir, 'postgres', 'socket'), 'utf8').trim(),
    port: 5432,
    user: 'tocsin',
    database: 'tocsin',
  });
  // The proof kills the database on purpose.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
