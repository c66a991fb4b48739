import type { ReactNode } from 'react';
import css from './form-pickers.module.css';

/**
 * Wraps a picker in a form so that Enter does not submit the form: the picker applies typed text only after the browser
 * would have submitted the old value. The form is submitted by its button.
 */
export const NoSubmitOnEnter = ({ children }: { readonly children: ReactNode }) => (
  <span
    role="none"
    className={css.around}
    onKeyDown={(event) => {
      if (event.key === 'Enter') event.preventDefault();
    }}
  >
    {children}
  </span>
);
