import { texts } from '@tocsin/contract/texts/passkeys';
import { useState } from 'react';
import css from './ask-password.module.css';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';

const t = texts.own;

type Props = {
  readonly title: string;
  readonly about: string;
  readonly submit: string;
  /** Makes the call with the password; a refusal is shown at the field. */
  readonly onSend: (password: string) => Promise<void>;
  readonly onClose: () => void;
};

/** Asks for the user's password before something that their session alone must not be able to do. */
export const AskPassword = ({ title, about, submit, onSend, onClose }: Props) => {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (password === '') return setError(t.passwordMissing);
    setBusy(true);
    try {
      await onSend(password);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p>{about}</p>
        <Field
          label={t.password}
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          error={error}
          onChange={(event) => setPassword(event.target.value)}
        />
        <div className={css.actions}>
          <Button type="submit" look="primary" busy={busy}>
            {submit}
          </Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
};
