/** Forms that hold what somebody typed; the page never reloads under them (wire/build.ts). */
const held = new Set<symbol>();

export const holdForm = (): (() => void) => {
  const form = Symbol('form');
  held.add(form);
  return () => held.delete(form);
};

export const anyFormHeld = (): boolean => held.size > 0;
