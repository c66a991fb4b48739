import { type DesignKind, designKinds, endpoints, type ProtectionEntry } from '@tocsin/contract/protection';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { repeat } from './repeat.ts';

const roundMs = 60_000;
/** After these every device of the demo has announced itself. */
const rounds = 5;
/** Entries of each kind and client that nobody confirms, so that a visitor can. */
const left = 2;
const reasons: Readonly<Record<DesignKind, string>> = {
  disabled: 'Spare input of the controller, nothing is wired to it.',
  no_rules: 'Shown for information; nobody has to act on it.',
};

interface Confirming {
  readonly url: string;
  /** The account managers of the demo's clients, who have one password. */
  readonly managers: readonly string[];
  readonly password: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Confirms once for each client of the demo, through the API, that most sensors which are disabled or without a rule are
 * so by design. Returns the function that stops it.
 */
export function startConfirming({ url, managers, password, clock, log }: Confirming): () => Promise<void> {
  let round = 0;
  /** What is left to confirm, with the entries at the round before: devices announce themselves one after the other. */
  const open = new Map(managers.map((username) => [username, new Map(designKinds.map((kind) => [kind, 0]))]));
  const call = async <T>(method: string, path: string, token: string, body?: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `JWT ${token}` } : {}) };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    const text = await answer.text();
    return (text === '' ? null : JSON.parse(text)) as T;
  };

  const confirm = async (username: string, kinds: Map<DesignKind, number>): Promise<void> => {
    const { token } = await call<{ token: string }>('POST', '/api/v1/accounts/login-jwt/', '', { username, password });
    const path = `${endpoints.list.path}?limit=1000`;
    const { results } = await call<{ results: ProtectionEntry[] }>('GET', path, token);
    for (const [kind, before] of [...kinds]) {
      const entries = results.filter((one) => one.kind === kind && one.sensor_id !== null);
      kinds.set(kind, entries.length);
      if (entries.length === 0 || entries.length !== before) continue;
      kinds.delete(kind);
      // At an earlier start, or by a visitor.
      if (entries.some((one) => one.is_by_design === true)) continue;
      for (const [device, most] of Map.groupBy(entries.slice(left), (one) => one.device_id)) {
        const body = { kind, reason: reasons[kind], sensors: most.map((one) => one.sensor_id) };
        await call('PUT', endpoints.design.path.replace(':id', String(device)), token, body);
      }
    }
    await call('POST', '/api/v1/accounts/logout/', token);
  };

  return repeat({
    clock,
    everyMs: roundMs,
    round: async () => {
      if (++round > rounds) return;
      for (const [username, kinds] of open) if (kinds.size > 0) await confirm(username, kinds);
    },
    failed: (error) => log.warn('Could not confirm what the demo does not protect', { error }),
  });
}
