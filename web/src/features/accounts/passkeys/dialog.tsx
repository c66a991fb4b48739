import type { OwnProof } from '@tocsin/contract/passkeys';
import { texts } from '@tocsin/contract/texts/passkeys';
import { useState } from 'react';
import { OwnProofField } from '../../../domain/own-proof-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { useForm } from '../components/use-form.ts';

const t = texts.own;

/** Texts and fields of a passkey dialog. */
export interface PasskeyForm {
  readonly title: string;
  readonly about?: string;
  readonly fields: readonly ('name' | 'password')[];
  readonly name: string;
  readonly submit: string;
  readonly danger?: boolean;
}

type Props = {
  readonly form: PasskeyForm;
  /** Resolves with the text of a refusal, or undefined. */
  readonly onSend: (name: string, proof: OwnProof) => Promise<string | undefined>;
  readonly onClose: () => void;
};

/** Asks for a name, for the password, or for both. */
export const PasskeyDialog = ({ form: { title, about, fields, name, submit, danger }, onSend, onClose }: Props) => {
  const asksName = fields.includes('name');
  const hasPasswordField = fields.includes('password');
  const empty = { name: '', password: '' };
  const form = useForm(
    empty,
    (values) => ({
      ...(asksName && values.name.trim() === '' ? { name: t.nameMissing } : {}),
      ...(hasPasswordField && values.password === '' ? { password: t.passwordMissing } : {}),
    }),
    async (values) => {
      const refused = await onSend(values.name.trim(), { password: values.password });
      if (refused === undefined) return undefined;
      return hasPasswordField ? { password: refused } : { name: refused };
    },
    () => undefined,
    { name, password: '' },
  );
  // The browser has signed already; a missing name is told like a refusal.
  const [refusal, setRefusal] = useState<string>();
  const sendPasskey = (proof: OwnProof): void => {
    const name = form.values.name.trim();
    if (asksName && name === '') setRefusal(t.nameMissing);
    else void onSend(name, proof).then(setRefusal);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form.ref} className="acc-form" onSubmit={form.submit} noValidate>
        {about === undefined ? null : <p className="acc-about">{about}</p>}
        {asksName ? (
          <Field label={t.name} name="name" maxLength={60} autoComplete="off" autoFocus {...form.field('name')} />
        ) : null}
        {hasPasswordField ? (
          <OwnProofField
            password={form.values.password}
            error={form.errors.password ?? refusal}
            onPassword={(password) => form.set('password', password)}
            onPasskey={sendPasskey}
          />
        ) : null}
        <div className="acc-actions">
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={form.busy}>
            {submit}
          </Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
};
