import { texts as t } from '@tocsin/contract/texts/contact-methods';
import { texts as passkeyTexts } from '@tocsin/contract/texts/passkeys';
import { useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import css from './contact-methods.module.css';
import { addMethod } from './queries.ts';

const { own } = passkeyTexts;

type Added = Awaited<ReturnType<typeof addMethod>>;

interface Props {
  readonly kind: 'sms' | 'webhook';
  readonly onAdded: (method: Added) => void;
  readonly onClose: () => void;
}

/** Asks for a telephone number or a webhook address, to which a code is sent. */
export const AddDialog = ({ kind, onAdded, onClose }: Props) => {
  const [value, setValue] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    setRefused(undefined);
    try {
      onAdded(await addMethod({ password, ...(kind === 'sms' ? { kind, number: value } : { kind, url: value }) }));
    } catch (failure) {
      const wrong = failure instanceof CallError ? failure.fields.password?.[0] : undefined;
      if (wrong !== undefined) return setRefused(wrong);
      setError(
        failure instanceof CallError ? (Object.values(failure.fields)[0]?.[0] ?? failure.message) : String(failure),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={kind === 'sms' ? t.addNumber : t.addWebhook} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Field
          label={kind === 'sms' ? t.number : t.url}
          help={kind === 'sms' ? t.numberHelp : t.urlHelp}
          type={kind === 'sms' ? 'tel' : 'url'}
          autoComplete={kind === 'sms' ? 'tel' : 'off'}
          autoFocus
          value={value}
          error={error}
          onChange={(event) => setValue(event.target.value)}
        />
        <Field
          label={own.password}
          type="password"
          autoComplete="current-password"
          value={password}
          error={refused}
          onChange={(event) => setPassword(event.target.value)}
        />
        <div className={css.actions}>
          <Button type="submit" look="primary" busy={busy}>
            {t.add}
          </Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
};
