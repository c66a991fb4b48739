import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db.ts';
import { Listener } from '../platform/listener.ts';
import type { Log } from '../platform/log.ts';

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
 * Listens for changes of rights in the database (triggers of migration 0302), whichever process made them. Each new
 * connection causes a full check, since changes may have been missed.
 */
export const createAccessChanges = (
  address: Database['address'],
  clock: Clock,
  log: Log,
  onChange: (change: AccessChange) => void,
): Listener =>
  new Listener({
    address,
    clock,
    log,
    channel: 'access',
    heard: (payload) => onChange(parse(payload)),
    connected: () => onChange({ kind: 'all' }),
  });
