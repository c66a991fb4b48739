import { EdgeConfiguration, SignedConfiguration } from '@tocsin/contract/edge-exchange';
import type { Log } from '../platform/log.ts';
import { isSignedBy } from '../platform/signing-key.ts';
import { readJsonFile, writeJsonFile } from './disk/json-file.ts';

/** What became of a configuration that the portal sent. */
type Taken =
  | { readonly kind: 'taken'; readonly configuration: EdgeConfiguration }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Checks a configuration: the signature of the portal that this edge was claimed at, and a number higher than the one in
 * force.
 */
function checkConfiguration(signed: SignedConfiguration, publicKey: string, number: number): Taken {
  if (!isSignedBy(publicKey, signed.text, signed.signature)) return { kind: 'refused', why: 'its signature is wrong' };
  const parsed = EdgeConfiguration.safeParse(JSON.parse(signed.text));
  if (!parsed.success) return { kind: 'refused', why: 'this version of the edge cannot read it' };
  if (parsed.data.number <= number)
    return { kind: 'refused', why: `its number ${parsed.data.number} is not above ${number}` };
  return { kind: 'taken', configuration: parsed.data };
}

/** The configuration in force, on the disk before it is used. */
export class EdgeConfigurations {
  readonly #file: string;
  readonly #publicKey: string;
  readonly #log: Log;
  #current: EdgeConfiguration | null = null;
  readonly #listeners: ((configuration: EdgeConfiguration) => void)[] = [];

  constructor(file: string, publicKey: string, log: Log) {
    this.#file = file;
    this.#publicKey = publicKey;
    this.#log = log;
    const stored = SignedConfiguration.safeParse(readJsonFile(file));
    const taken = stored.success ? checkConfiguration(stored.data, publicKey, 0) : null;
    if (taken?.kind === 'taken') this.#current = taken.configuration;
    else if (taken) log.warn('The stored configuration is not used', { why: taken.why });
  }

  get current(): EdgeConfiguration | null {
    return this.#current;
  }

  get number(): number {
    return this.#current?.number ?? 0;
  }

  onChange(listener: (configuration: EdgeConfiguration) => void): void {
    this.#listeners.push(listener);
  }

  /** Takes a newer configuration over, or logs why not. */
  take(signed: SignedConfiguration): void {
    const taken = checkConfiguration(signed, this.#publicKey, this.number);
    if (taken.kind === 'refused') {
      this.#log.warn('Refused a configuration', { why: taken.why });
      return;
    }
    writeJsonFile(this.#file, signed, true);
    this.#current = taken.configuration;
    this.#log.info('A new configuration is in force', { number: taken.configuration.number });
    for (const listener of this.#listeners) listener(taken.configuration);
  }
}
