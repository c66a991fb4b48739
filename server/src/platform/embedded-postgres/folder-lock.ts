import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedStartError } from './start-error.ts';

/** Another process holds the data folder. */
export class FolderTakenError extends EmbeddedStartError {}

/**
 * Locks a data folder for one process with an exclusive SQLite transaction. The kernel releases it whenever the process
 * dies, so there are no stale locks.
 */
export class FolderLock {
  readonly #folder: string;
  #db: DatabaseSync | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws when another process (or another component of this one) holds the folder after `waitMs`. */
  take(waitMs: number): void {
    // When started by root the database runs as another user, who must be able to pass the parent folders.
    mkdirSync(this.#folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    const db = new DatabaseSync(join(this.#folder, 'lock'), { timeout: waitMs });
    try {
      db.exec('begin exclusive');
    } catch (error) {
      db.close();
      if (error instanceof Error && /locked/.test(error.message))
        throw new FolderTakenError(`Another Tocsin is running with the data folder ${this.#folder}`, { cause: error });
      throw error;
    }
    this.#db = db;
  }

  free(): void {
    this.#db?.close();
    this.#db = null;
  }
}
