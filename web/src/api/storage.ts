/** Keys of the browser's storage (docs/spec/administration.md, section 9). */
const keys = {
  token: 'token',
  client: 'client',
  offset: 'offset',
  timescale: 'timescale',
  errorMessage: 'error_message',
  twoFactorRequired: '2fa_required',
  twoFactorVerified: '2fa_verified',
  alarmSound: 'alarm_sound',
  recentPlaces: 'recent_places',
  logClock: 'log_clock',
  logView: 'log_view',
  graphValues: 'graph_values',
  graphsPacked: 'graphs_packed',
  language: 'language',
  leaving: 'signed_out',
  wallHours: 'wall_hours',
  usedAt: 'session_used_at',
} as const;

/** Names of the values in the browser's local storage. */
export type StorageKey = keyof typeof keys;

/** The stored value; null if there is none. */
export const readStored = (name: StorageKey): string | null => localStorage.getItem(keys[name]);

/** Stores a value in this browser; null removes it. */
export const writeStored = (name: StorageKey, value: string | null): void => {
  if (value === null) localStorage.removeItem(keys[name]);
  else localStorage.setItem(keys[name], value);
};

/** Calls back when another tab of the same browser changes the value. */
export const onStoredElsewhere = (name: StorageKey, listener: () => void): (() => void) => {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === keys[name] || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};
