import { texts as t } from '@tocsin/contract/texts/contact-methods';
import { useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import css from './contact-methods.module.css';
import { addMethod } from './queries.ts';

type Added = Awaited<ReturnType<typeof addMethod>>;

interface Props {
  readonly kind: 'sms' | 'webhook';
  readonly onAdded: (method: Added) => void;
  readonly onClose: () => void;
}

/** Asks for a telephone number or a webhook address, to which a code is sent. */
export const AddDialog = ({ kind, onAdded, onClose }: Props) => {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      onAdded(await addMethod(kind === 'sms' ? { kind, number: value } : { kind, url: value }));
    } catch (failure) {
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
