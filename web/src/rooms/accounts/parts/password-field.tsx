import { type ComponentProps, useState } from 'react';
import { Field } from '../../../kit/field.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { texts } from '../texts.ts';
import './parts.css';

const t = texts.forms.password;

/** A password with an eye: what was typed can be looked at, the button says which of the two it does. */
export const PasswordField = (props: Omit<ComponentProps<typeof Field>, 'type'>) => {
  const [shown, setShown] = useState(false);
  return (
    <div className="acc-password">
      <Field {...props} type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <button
        type="button"
        data-early="eye"
        aria-pressed={shown}
        aria-label={shown ? t.hide : t.show}
        onClick={() => setShown(!shown)}
      >
        <Icon name="eye" size={20} />
      </button>
    </div>
  );
};
