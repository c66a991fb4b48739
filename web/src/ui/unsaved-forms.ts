import { createStore } from './store.ts';

/** The number of forms with unsaved input; the page never reloads while there are any (live/build.ts). */
const forms = createStore(0);

/** Prevents reloads until the returned function is called. */
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

/** Calls back when a form gets or loses unsaved input. */
export const onUnsavedForms = forms.subscribe;
