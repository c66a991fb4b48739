/** Forms that hold what somebody typed; the page never reloads under them (wire/build.ts). */
const held = new Set<symbol>();
const listeners = new Set<() => void>();
const tellAll = (): void => {
  for (const listener of listeners) listener();
};

/** The page is not reloaded until what this gives back is called. */
export const holdForm = (): (() => void) => {
  const form = Symbol('form');
  held.add(form);
  tellAll();
  return () => {
    held.delete(form);
    tellAll();
  };
};

/** Whether somebody's typing would be lost by a reload. */
export const anyFormHeld = (): boolean => held.size > 0;

/** Calls back when a form begins or ends to hold something. */
export const onFormHeld = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
