import { texts } from '@tocsin/contract/texts/passkeys';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { PasswordField } from '../components/password-field.tsx';
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
  readonly onSend: (name: string, password: string) => Promise<string | undefined>;
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
      const refused = await onSend(values.name.trim(), values.password);
      if (refused === undefined) return undefined;
      return hasPasswordField ? { password: refused } : { name: refused };
    },
    () => undefined,
    { name, password: '' },
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form.ref} className="acc-form" onSubmit={form.submit} noValidate>
        {about === undefined ? null : <p className="acc-about">{about}</p>}
        {asksName ? (
          <Field
            label={t.name}
            name="name"
            maxLength={60}
            autoComplete="off"
            autoFocus
            value={form.values.name}
            error={form.errors.name}
            onChange={(event) => form.set('name', event.target.value)}
          />
        ) : null}
        {hasPasswordField ? (
          <PasswordField
            label={t.password}
            name="password"
            autoComplete="current-password"
            value={form.values.password}
            error={form.errors.password}
            onChange={(event) => form.set('password', event.target.value)}
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
