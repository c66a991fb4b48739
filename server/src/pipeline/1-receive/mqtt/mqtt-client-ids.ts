/** One client id of an identity; `client` is null while it is disconnected and only its MQTT session is stored. */
interface Known<Client> {
  readonly key: string;
  client: Client | null;
}

/**
 * The client ids of each identity (device or gateway), least recently used first. The same id of two identities never
 * collides, because the broker's key combines identity and id. Each identity has a limited number of ids, so a client
 * with ever new ids cannot fill memory.
 */
export class ClientIds<Client> {
  readonly #byIdentity = new Map<string, Map<string, Known<Client>>>();

  /** Returns the broker's key for this client id of this identity. */
  static keyOf(identity: string, clientId: string): string {
    return `${identity}/${clientId}`;
  }

  /**
   * Registers a connection. Returns the ids beyond `most` that are forgotten now: disconnected ones first, then the
   * oldest.
   */
  connected(identity: string, key: string, client: Client, most: number): readonly Known<Client>[] {
    const ids = this.#byIdentity.get(identity) ?? new Map<string, Known<Client>>();
    this.#byIdentity.set(identity, ids);
    ids.delete(key);
    const forgotten: Known<Client>[] = [];
    while (ids.size >= most) {
      const known = [...ids.values()];
      const oldest = known.find((one) => one.client === null) ?? known[0];
      if (!oldest) break;
      ids.delete(oldest.key);
      forgotten.push(oldest);
    }
    ids.set(key, { key, client });
    return forgotten;
  }

  /** The connection that has this client id now; null: none has. */
  clientOf(identity: string, key: string): Client | null {
    return this.#byIdentity.get(identity)?.get(key)?.client ?? null;
  }

  /** Notes the end of a connection. A stored MQTT session keeps its id, unless another connection has taken it over. */
  disconnected(identity: string, key: string, client: Client, isStored: boolean): void {
    const ids = this.#byIdentity.get(identity);
    const known = ids?.get(key);
    if (!ids || known?.client !== client) return;
    known.client = null;
    if (isStored) return;
    ids.delete(key);
    if (ids.size === 0) this.#byIdentity.delete(identity);
  }

  /** The number of ids of an identity, including stored sessions. */
  count(identity: string): number {
    return this.#byIdentity.get(identity)?.size ?? 0;
  }
}
