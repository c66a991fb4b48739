/** The names under which the page keeps things in the browser (administration.md 9). */
const keys = {
  token: 'token',
  client: 'client',
  offset: 'offset',
  timescale: 'timescale',
  errorMessage: 'error_message',
  twoFactorRequired: '2fa_required',
  twoFactorVerified: '2fa_verified',
  alarmSound: 'alarm_sound',
} as const;

/** What this browser keeps beyond the page. */
export type Kept = keyof typeof keys;

/** What was kept under the name; null when nothing was. */
export const kept = (name: Kept): string | null => localStorage.getItem(keys[name]);

/** Kept in this browser; null takes it away. */
export const keep = (name: Kept, value: string | null): void => {
  if (value === null) localStorage.removeItem(keys[name]);
  else localStorage.setItem(keys[name], value);
};

/** Another tab of the same browser changed it. */
export const onKeptElsewhere = (name: Kept, listener: () => void): (() => void) => {
  const heard = (event: StorageEvent): void => {
    if (event.key === keys[name] || event.key === null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
};
