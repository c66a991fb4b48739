import { texts as t } from '@tocsin/contract/texts/contact-methods';
import { useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import css from './contact-methods.module.css';
import { sendCode, verifyMethod } from './queries.ts';

interface Props {
  readonly id: number;
  readonly title: string;
  /** Why the first code was not sent; null: it was. */
  readonly failure: string | null;
  /** Secret that signs the messages of a new webhook; null: not a webhook. */
  readonly secret: string | null;
  readonly onVerified: () => void;
  readonly onClose: () => void;
}

/** Asks for the code that was sent to a number or a webhook. */
export const VerifyDialog = ({ id, title, failure, secret, onVerified, onClose }: Props) => {
  const [code, setCode] = useState('');
  const [about, setAbout] = useState(failure === null ? t.codeSent(title) : t.codeNotSent(failure));
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await act();
    } catch (caught) {
      setError(caught instanceof CallError ? (caught.fields.code?.[0] ?? caught.message) : String(caught));
    } finally {
      setBusy(false);
    }
  };
  const verify = () =>
    run(async () => {
      await verifyMethod(id, code);
      onVerified();
    });
  const again = () =>
    run(async () => {
      const sent = await sendCode(id);
      setAbout(sent.is_sent ? t.codeSent(title) : t.codeNotSent(sent.error ?? ''));
    });
  return (
    <Dialog title={t.verifyOf(title)} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() === '') setError(t.codeMissing);
          else void verify();
        }}
      >
        <p aria-live="polite">{about}</p>
        {secret !== null && <Field label={t.secret} help={t.secretOnce} value={secret} readOnly />}
        <Field
          label={t.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          error={error}
          onChange={(event) => setCode(event.target.value)}
        />
        <div className={css.actions}>
          <Button type="submit" look="primary" busy={busy}>
            {t.verify}
          </Button>
          <Button onClick={() => void again()}>{t.sendAgain}</Button>
        </div>
      </form>
    </Dialog>
  );
};
