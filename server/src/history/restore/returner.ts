import type pg from 'pg';
import { BackupError, verifyFile } from '../../platform/backup/backup-file.ts';
import { loadRows } from '../../platform/backup/load-rows.ts';
import { listTables } from '../../platform/backup/store-catalog.ts';
import * as pieces from '../../platform/backup/store-pieces.ts';
import { pieceTables } from '../../platform/backup/write-pieces.ts';
import type { InjectFault } from '../../platform/fault-injection.ts';
import type { Log } from '../../platform/log.ts';
import { makeMonth } from '../retain/partitions.ts';
import { Rounds } from '../rounds.ts';
import { keepOnlyDevices } from './store.ts';

/** Pause while only pieces are left that could not be stored. */
const pauseMs = 60_000;

/**
 * Brings back the history that a restore left in pieces, while the server runs: the latest first, each in a transaction
 * of its own after its hash was compared. Several processes may do this at once. Ends when nothing is left.
 */
export class Returner {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #injectFault: InjectFault;
  readonly #rounds = new Rounds(() => this.#next());

  constructor(options: { readonly pool: pg.Pool; readonly log: Log; readonly injectFault: InjectFault }) {
    this.#pool = options.pool;
    this.#log = options.log;
    this.#injectFault = options.injectFault;
  }

  start(): void {
    this.#rounds.start();
  }

  /** Ends after the piece in progress. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  async #next(): Promise<number | null> {
    try {
      if (await this.round()) return 0;
      if (!(await pieces.arePiecesMissing(this.#pool))) return null;
    } catch (error) {
      this.#log.warn('Could not bring back history', { error });
    }
    return pauseMs;
  }

  /** Tries one piece; false: there is none to be tried now. */
  async round(): Promise<boolean> {
    const client = await this.#pool.connect();
    try {
      const piece = await pieces.nextPiece(client);
      if (!piece) return false;
      const problem = await this.#bringBack(client, piece);
      if (problem !== null) {
        this.#log.error('A piece of history could not be restored, and is tried again', { file: piece.file, problem });
        await pieces.noteProblem(client, piece, problem);
      }
      return true;
    } finally {
      client.release();
    }
  }

  /** Stores a piece; or says why not, if that is because of the piece. */
  async #bringBack(client: pg.PoolClient, piece: pieces.WaitingPiece): Promise<string | null> {
    try {
      await verifyFile(piece.file, piece);
      for (const table of ['chunk', 'slots'] as const) await makeMonth(client, table, piece.from);
      const known = (await listTables(client)).filter(({ name }) => pieceTables.includes(name));
      await client.query('begin');
      // Its row is locked until the commit: another process goes on with the next one.
      if (await pieces.settlePiece(client, piece)) {
        const devices = await pieces.devicesOfPiece(client, piece);
        const columns = new Map(known.map((table) => [table.name, table.columns]));
        await loadRows({ client, known: columns, log: this.#log }, piece.file);
        await keepOnlyDevices(client, piece, devices);
        await this.#injectFault('piece-written');
      }
      await client.query('commit');
      await this.#injectFault('piece-committed');
      return null;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      // Data that PostgreSQL refuses, or that is there already.
      if (error instanceof BackupError || /^2[23]/.test(code)) return String(error);
      throw error;
    }
  }
}
