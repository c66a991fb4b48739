import { createLog } from '../../log.ts';
import { EmbeddedPostgres } from '../embedded-postgres.ts';

/** Runs a database until it is killed; started by tests as a separate process. Prints 'ready <pid>' or the refusal. */
const [folder = ''] = process.argv.slice(2);
const postgres = new EmbeddedPostgres({ folder, log: createLog('silent'), lockWaitMs: 200 });
try {
  await postgres.start();
  console.info(`ready ${postgres.pid}`);
  setInterval(() => {}, 60_000);
} catch (error) {
  console.info(`refused ${error instanceof Error ? error.message : error}`);
}
