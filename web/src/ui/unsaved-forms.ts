/** Forms with unsaved input; the page never reloads while there are any (live/build.ts). */
const held = new Set<symbol>();
const listeners = new Set<() => void>();
const notifyListeners = (): void => {
  for (const listener of listeners) listener();
};

/** Prevents reloads until the returned function is called. */
export const registerUnsavedForm = (): (() => void) => {
  const form = Symbol('form');
  held.add(form);
  notifyListeners();
  return () => {
    held.delete(form);
    notifyListeners();
  };
};

/** Whether a reload would lose input. */
export const hasUnsavedForm = (): boolean => held.size > 0;

/** Calls back when a form gets or loses unsaved input. */
export const onUnsavedForms = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
