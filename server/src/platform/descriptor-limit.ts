import { readFileSync } from 'node:fs';
import type { Log } from './log.ts';

/** The program itself, its connections to PostgreSQL, files that are read, and some hundred people. */
const withoutDevices = 1_024;

/**
 * Maximum number of files and connections that one process may hold open at once; docs/operations.md states the same.
 */
export const descriptorsNeeded = (devices: number): number => withoutDevices + devices;

/** The current limit from the text of /proc/self/limits; null: none, or unknown. */
export function openFilesOf(limits: string): number | null {
  const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
  return soft !== undefined && /^\d+$/.test(soft) ? Number(soft) : null;
}

/** The warning about a limit; null: it is high enough. */
export function descriptorWarning(limit: number | null, devices: number): string | null {
  const needed = descriptorsNeeded(devices);
  if (limit === null || limit >= needed) return null;
  return (
    `The limit of open files is ${limit}, below the ${needed} that ${devices} devices may need: connections will be refused. ` +
    'Raise it (LimitNOFILE, ulimit -n)'
  );
}

/**
 * Warns once when this process may open fewer files than its devices may need. Systems without /proc are not checked.
 */
export function warnOfFewDescriptors(log: Log, devices: number): void {
  let limits: string;
  try {
    limits = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return;
  }
  const warning = descriptorWarning(openFilesOf(limits), devices);
  if (warning) log.warn(warning);
}
