import type { Kind } from './store.ts';

/** Operator staff can restore for 30 days after a removal; then the history is deleted. */
export const restorableMs = 30 * 24 * 3_600_000;
export const isRestorable = (removedAt: Date, nowMs: number): boolean => nowMs - removedAt.getTime() < restorableMs;

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/** What a thing contains, in words: 'Prairie Grain has 3 sites and 8 devices, and the schema 'Leg room' uses them'. */
export function blockText(title: string, sites: number, devices: number, schemas: readonly string[]): string {
  const below = [sites > 0 ? count(sites, 'site') : '', devices > 0 ? count(devices, 'device') : ''].filter(Boolean);
  const has = below.length > 0 ? `${title} has ${below.join(' and ')}` : '';
  const named = schemas.map((name) => `'${name}'`).join(', ');
  const used = schemas.length > 0 ? `used by ${schemas.length === 1 ? 'the schema' : 'the schemas'} ${named}` : '';
  if (has && used) return `${has}, ${used}`;
  return has || `${title} is ${used}`;
}

export const kindWord: Readonly<Record<Kind, string>> = { client: 'Client', site: 'Site', device: 'Device' };
