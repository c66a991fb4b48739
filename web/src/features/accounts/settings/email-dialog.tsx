import { texts } from '@tocsin/contract/texts/accounts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { useForm } from '../components/use-form.ts';
import { checkEmailChange } from '../model.ts';
import { changeOwnEmail, serverText } from '../queries.ts';

const t = texts.email;

export const EmailDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const form = useForm(
    { email: '', password: '' },
    checkEmailChange,
    async ({ email, password }) => {
      await changeOwnEmail(email.trim(), password);
      showToast('success', t.sent);
      onClose();
      return undefined;
    },
    (error) => showToast('error', serverText(error) ?? texts.settings.failed),
  );
  return (
    <Dialog title={t.change} onClose={onClose}>
      <p className="acc-about">{t.about}</p>
      <form ref={form.ref} className="acc-form" onSubmit={form.submit} noValidate>
        <Field label={t.address} name="email" type="email" autoComplete="off" {...form.field('email')} />
        <PasswordField label={t.password} name="password" autoComplete="current-password" {...form.field('password')} />
        <div className="acc-actions">
          <Button type="submit" look="primary" busy={form.busy}>
            {t.submit}
          </Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
};
