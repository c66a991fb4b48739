/** A record as the outbox must know it. */
export interface OutRecord {
  readonly n: number;
  readonly deviceId: number;
  readonly kind: 'birth' | 'frame' | 'death' | 'gap';
  readonly hash: string | null;
  readonly isNewest: boolean;
  readonly text: string;
}

/** What the outbox must know of a stored record. Its text is the queue's own. */
export function recordOf(text: string): OutRecord {
  const item = JSON.parse(text) as { n: number; d: number; k: OutRecord['kind']; hash?: string; known?: string | null };
  const { n, d, k, hash = null, known = null } = item;
  return { n, deviceId: d, kind: k, hash, isNewest: k === 'frame' && known !== null, text };
}
