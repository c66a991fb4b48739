import { createStore } from './store.ts';

/** Number of forms with unsaved input, which prevents automatic reloads (live/build.ts). */
const forms = createStore(0);

/** Prevents automatic reloads until the returned function is called. */
export const registerUnsavedForm = (): (() => void) => {
  let isHeld = true;
  forms.set(forms.get() + 1);
  return () => {
    if (isHeld) forms.set(forms.get() - 1);
    isHeld = false;
  };
};

/** Whether a reload would lose input. */
export const hasUnsavedForm = (): boolean => forms.get() > 0;

/** Calls back when the number of forms with unsaved input changes. */
export const onUnsavedForms = forms.subscribe;
