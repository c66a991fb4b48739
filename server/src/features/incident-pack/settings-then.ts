import type { ChangeRow, Settings } from './store.ts';

/** Which part of the settings a change in the audit log is about. */
const partOf: Readonly<Record<string, 'names' | 'images' | 'responses'>> = {
  'change sensor names': 'names',
  'change sensor images': 'images',
  'change responses': 'responses',
};

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** The fields of a setting as they were before a change; a field that was not set is left out. */
function undone(now: unknown, before: unknown): unknown {
  if (before === null || typeof before !== 'object' || Array.isArray(before)) return before;
  const fields: Record<string, unknown> = now !== null && typeof now === 'object' ? { ...now } : {};
  for (const [name, value] of Object.entries(before)) {
    if (isEmpty(value)) delete fields[name];
    else fields[name] = value;
  }
  return fields;
}

/**
 * The settings of a device before these later changes, oldest first. Rules and scales carry their own times and stay as
 * they are; names, images and responses are turned back, newest change first.
 */
export function settingsThen(settings: Settings, later: readonly ChangeRow[]): Settings {
  const parts = { names: { ...settings.names }, images: { ...settings.images }, responses: { ...settings.responses } };
  for (const { action, old } of later.toReversed()) {
    const name = partOf[action];
    if (name === undefined) continue;
    const part: Record<string, unknown> = parts[name];
    for (const [key, before] of Object.entries(old ?? {})) {
      const value = undone(part[key], before);
      if (isEmpty(value) || (typeof value === 'object' && value !== null && Object.keys(value).length === 0))
        delete part[key];
      else part[key] = value;
    }
  }
  return { ...settings, ...parts };
}
