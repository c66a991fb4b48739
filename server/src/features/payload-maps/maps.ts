import { PayloadMap } from '@tocsin/contract/payload-map';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { shippedMaps } from './shipped-maps.ts';
import { keepShipped, loadMaps, loadPrefixes } from './store.ts';

/** A map in memory; `C` is what the pipeline compiled of it. */
export interface MapInMemory<C> {
  readonly id: number;
  readonly name: string;
  readonly clientId: number | null;
  readonly version: number;
  readonly map: PayloadMap;
  readonly compiled: C;
  /** Topic filters of its kinds. */
  readonly topics: readonly string[];
  readonly savedAt: number;
  readonly isSaved: boolean;
  readonly isUsed: boolean;
}

export interface SitePrefix {
  readonly siteId: number;
  readonly clientId: number;
  readonly prefix: string;
}

/** Maximum delay until changes by other processes are noticed. */
const readAgainMs = 30_000;

/** Every payload map, compiled, and the beginnings of topics of sites. */
export class PayloadMaps<C> {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #compile: (map: PayloadMap) => C;
  readonly #listeners: (() => void)[] = [];
  #maps: ReadonlyMap<number, MapInMemory<C>> = new Map();
  prefixes: readonly SitePrefix[] = [];
  #cancel = (): void => {};

  constructor(db: Db, clock: Clock, log: Log, compile: (map: PayloadMap) => C) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#compile = compile;
  }

  /** Stores the shipped maps, and loads all. Throws when the database is unavailable. */
  async start(): Promise<void> {
    const shipped = shippedMaps.map((one) => ({ ...one, parsed: PayloadMap.parse(one.map) }));
    await keepShipped(this.#db, shipped, new Date(this.#clock.now()));
    await this.changed();
    this.#again();
  }

  stop(): void {
    this.#cancel();
  }

  byId(id: number): MapInMemory<C> | undefined {
    return this.#maps.get(id);
  }

  all(): Iterable<MapInMemory<C>> {
    return this.#maps.values();
  }

  /** Called after a load, when maps or beginnings of topics may have changed. */
  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Call after a commit. An unchanged version stays compiled. */
  async changed(): Promise<void> {
    const [rows, prefixes] = await Promise.all([loadMaps(this.#db), loadPrefixes(this.#db)]);
    const before = this.#maps;
    this.#maps = new Map(
      rows.map((row) => {
        const known = before.get(row.id);
        const isUsed = row.types > 0;
        return [row.id, known?.version === row.version ? { ...known, isUsed } : this.#built(row)];
      }),
    );
    this.prefixes = prefixes.map((row) => ({ siteId: row.site_id, clientId: row.client_id, prefix: row.prefix }));
    for (const listener of this.#listeners) listener();
  }

  #built(row: Awaited<ReturnType<typeof loadMaps>>[number]): MapInMemory<C> {
    const map = PayloadMap.parse(row.document);
    return {
      id: row.id,
      name: row.name,
      clientId: row.client_id,
      version: row.version,
      map,
      compiled: this.#compile(map),
      topics: map.kinds.flatMap(({ topic }) => topic ?? []),
      savedAt: row.saved_at.getTime(),
      isUsed: row.types > 0,
      // A new version of a shipped map is no decision of a person about keys.
      isSaved: row.version > 1 && row.owner !== 'shipped',
    };
  }

  #again(): void {
    this.#cancel = this.#clock.after(readAgainMs, () => {
      this.changed()
        .catch((error: unknown) => this.#log.warn('Could not reload payload maps; retrying', { error }))
        .finally(() => this.#again());
    });
  }
}
