// A look into the database from outside, without a line of the server's code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** A connection to the embedded database of a running server, by the socket that stands in its data folder. */
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
