import { type ContactMethod, silentAfterDays } from '@tocsin/contract/contact-methods';
import { priorityOfLevel } from '@tocsin/contract/priority';
import type { ContactMethodRow } from '../../notify/index.ts';

const dayMs = 86_400_000;

export function presentMethod(row: ContactMethodRow, now: number): ContactMethod {
  const verified = row.verified_at;
  const confirmed = row.confirmed_at ?? verified;
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    least_priority: priorityOfLevel(row.least_priority) ?? 'low',
    held_at: row.held_at?.toISOString() ?? null,
    state: row.ended_at !== null ? 'ended' : verified === null ? 'unverified' : 'verified',
    verified_at: verified?.toISOString() ?? null,
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    is_silent: row.kind === 'push' && confirmed !== null && now - confirmed.getTime() > silentAfterDays * dayMs,
    error: row.error === '' ? null : row.error,
    failed_at: row.failed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
