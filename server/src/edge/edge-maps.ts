import type { EdgeConfiguration } from '@tocsin/contract/edge-exchange';
import { PayloadMap } from '@tocsin/contract/payload-map';
import { compileMap } from '../pipeline/1-receive/mapped/compiled-map.ts';
import type { KnownMap, KnownMaps } from '../pipeline/1-receive/mapped/mapped-intake.ts';
import type { Log } from '../platform/log.ts';

interface EdgeMap extends KnownMap {
  readonly name: string;
  readonly version: number;
}

/** The payload maps of the configuration in force. */
export class EdgeMaps implements KnownMaps {
  readonly prefixes = [];
  readonly #log: Log;
  #maps: ReadonlyMap<number, EdgeMap> = new Map();

  constructor(log: Log) {
    this.#log = log;
  }

  byId(id: number): KnownMap | undefined {
    return this.#maps.get(id);
  }

  all(): Iterable<EdgeMap> {
    return this.#maps.values();
  }

  /** Takes over those of a configuration. An unchanged version stays compiled; one that cannot be read is left out. */
  replace({ maps = [], site }: EdgeConfiguration): void {
    const before = this.#maps;
    this.#maps = new Map(
      maps.flatMap(({ id, version, saved_at, is_saved, map }) => {
        const known = before.get(id);
        if (known?.version === version) return [[id, known]];
        const parsed = PayloadMap.safeParse(map);
        if (!parsed.success) {
          this.#log.warn('This version of the edge cannot read a payload map', { id, version });
          return [];
        }
        const topics = parsed.data.kinds.flatMap(({ topic }) => topic ?? []);
        const built: EdgeMap = {
          id,
          name: parsed.data.name,
          version,
          clientId: site.client_id,
          compiled: compileMap(parsed.data),
          savedAt: saved_at,
          isSaved: is_saved,
          isUsed: true,
          topics,
        };
        return [[id, built]];
      }),
    );
  }
}
