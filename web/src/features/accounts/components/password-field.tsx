import { texts } from '@tocsin/contract/texts/accounts';
import { type ComponentProps, useState } from 'react';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import './components.css';

const t = texts.forms.password;

/** A password field with a button that shows or hides the text. */
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
