import type { ReactNode } from 'react';
import css from './form-pickers.module.css';

/**
 * Around a picker of a form: Enter takes what was typed, a moment later than the browser would send the form, which
 * then had the former value. Another Enter does not send the form either; its button does.
 */
export const EnterTakesTyped = ({ children }: { readonly children: ReactNode }) => (
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
