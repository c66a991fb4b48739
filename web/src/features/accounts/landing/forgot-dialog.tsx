import { texts } from '@tocsin/contract/texts/accounts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { alerts } from '../alerts.ts';
import { useForm } from '../components/use-form.ts';
import { checkForgot } from '../model.ts';
import { sendResetLink, serverText } from '../queries.ts';
import { LandingDialog } from './landing-dialog.tsx';

const t = texts.forgot;

export const ForgotDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const form = useForm(
    { email: '' },
    checkForgot,
    async ({ email }, reset) => {
      try {
        await sendResetLink(email.trim());
        alerts.show('reset-password-success');
        onClose();
      } catch (error) {
        alerts.show('reset-password-error', serverText(error));
      }
      reset();
      return undefined;
    },
    () => alerts.show('reset-password-error'),
  );
  return (
    <LandingDialog title={t.title} onClose={onClose}>
      <p className="acc-about">{t.about}</p>
      <form ref={form.ref} className="acc-form" onSubmit={form.submit} noValidate>
        <Field
          label={texts.forms.email.label}
          name="email"
          type="email"
          autoComplete="email"
          {...form.field('email')}
        />
        <div className="acc-actions">
          <Button type="submit" look="primary" size="large" disabled={form.values.email.trim() === ''} busy={form.busy}>
            {t.submit}
          </Button>
          <Button size="large" onClick={onClose}>
            {t.cancel}
          </Button>
        </div>
      </form>
    </LandingDialog>
  );
};
