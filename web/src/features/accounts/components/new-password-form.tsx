import { texts } from '@tocsin/contract/texts/accounts';
import { useEffect, useState } from 'react';
import { CallError } from '../../../api/http.ts';
import { Button } from '../../../ui/button.tsx';
import { checkNewPassword, passwordText } from '../model.ts';
import { PasswordField } from './password-field.tsx';
import { useForm } from './use-form.ts';
import './components.css';

const t = texts.passwords;
/** Password alerts hide after this time (docs/spec/administration.md, section 5). */
const hideMs = 6_000;

/** An alert that is shown for six seconds after each attempt. */
const TimedAlert = ({ text, attempt }: { readonly text: string | undefined; readonly attempt: number }) => {
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setHidden(attempt), hideMs);
    return () => clearTimeout(timer);
  }, [attempt]);
  return (
    <div role="alert">{text && attempt > 0 && hidden !== attempt ? <p className="acc-summary">{text}</p> : null}</div>
  );
};

type Props = {
  readonly submit: string;
  readonly onSend: (first: string, second: string) => Promise<void>;
  readonly onFailed: (error: unknown) => void;
};

export const NewPasswordForm = ({ submit, onSend, onFailed }: Props) => {
  const form = useForm<{ first: string; second: string }, { first: string; second: string; form: string }>(
    { first: '', second: '' },
    checkNewPassword,
    async ({ first, second }) => {
      try {
        await onSend(first, second);
      } catch (error) {
        const text = error instanceof CallError ? passwordText(error.fields) : null;
        if (text === null) throw error;
        return { first: text };
      }
      return undefined;
    },
    onFailed,
  );
  return (
    <form ref={form.ref} className="acc-form" onSubmit={form.submit} noValidate>
      <TimedAlert text={form.errors.form} attempt={form.attempts} />
      <PasswordField label={t.first} name="new-password" autoComplete="new-password" {...form.field('first')} />
      <PasswordField label={t.second} name="confirm-password" autoComplete="new-password" {...form.field('second')} />
      <ul className="acc-advice">
        {t.advice.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="acc-actions">
        <Button type="submit" look="primary" size="large" busy={form.busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
};
