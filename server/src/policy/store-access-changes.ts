import pg from 'pg';
import type { Clock } from '../base/clock.ts';
import { connectionOf, type Database } from '../base/db.ts';
import type { Log } from '../base/log.ts';

export type AccessChange =
  | { readonly kind: 'user'; readonly userId: number }
  | { readonly kind: 'session'; readonly sessionId: number }
  | { readonly kind: 'all' };

const parse = (payload: string): AccessChange => {
  const [kind, id] = payload.split(' ');
  if (kind === 'user') return { kind, userId: Number(id) };
  if (kind === 'session') return { kind, sessionId: Number(id) };
  return { kind: 'all' };
};

/**
 * Hears from the database (triggers of 0302) when somebody's rights change, whichever process or room changed them.
 * After a broken connection everything is checked anew, since a word may have been missed.
 */
export const createAccessChanges = (
  address: Database['address'],
  clock: Clock,
  log: Log,
  onChange: (change: AccessChange) => void,
) => {
  let client: pg.Client | undefined;
  let stopped = false;
  let stopTimer = () => {};

  const again = () => {
    client = undefined;
    if (!stopped) stopTimer = clock.after(1000, () => void listen().then(() => onChange({ kind: 'all' }), again));
  };
  const listen = async (): Promise<void> => {
    const c = new pg.Client({ ...connectionOf(address), application_name: 'tocsin access' });
    c.on('notification', (n) => onChange(parse(n.payload ?? '')));
    c.on('error', (error) => log.warn('Lost the line that tells changed rights', { error: error.message }));
    c.once('end', again);
    try {
      await c.connect();
      await c.query('listen access');
      client = c;
    } catch (error) {
      c.removeListener('end', again);
      c.on('error', () => {});
      await c.end().catch(() => {});
      throw error;
    }
  };
  return {
    start: () => listen(),
    stop: async (): Promise<void> => {
      stopped = true;
      stopTimer();
      client?.removeListener('end', again);
      await client?.end();
    },
  };
};
