import { texts } from '@tocsin/contract/texts/accounts';
import { CallError } from '../../../api/http.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { alerts } from '../alerts.ts';
import { Captcha } from '../components/captcha.tsx';
import { FormSummary } from '../components/form-summary.tsx';
import { useCaptcha } from '../components/use-captcha.ts';
import { useForm } from '../components/use-form.ts';
import { checkRegister } from '../model.ts';
import { registerForDemo, serverText } from '../queries.ts';
import { LandingDialog } from './landing-dialog.tsx';

const t = texts.register;
const f = texts.forms;

/** A known address shows a warning, any other failure an error (docs/spec/administration.md, section 8). */
const announceFailure = (error: unknown): void => {
  if (error instanceof CallError && error.status === 429) alerts.show('registration-error', serverText(error));
  else if (serverText(error) === t.warning) alerts.show('registration-warning');
  else alerts.show('registration-error');
};

export const RegisterDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const captcha = useCaptcha();
  const form = useForm(
    { name: '', company: '', email: '' },
    checkRegister,
    async (values, reset) => {
      if (!(await captcha.passes())) return undefined;
      await registerForDemo(values).catch((error: unknown) => {
        // The captcha token has been used, whichever field was refused.
        captcha.again();
        announceFailure(error);
        throw error;
      });
      alerts.show('registered');
      reset();
      onClose();
      return undefined;
    },
    () => undefined,
  );
  const input = (name: 'name' | 'company' | 'email') => ({ name, ...form.field(name) });

  return (
    <LandingDialog title={t.title} onClose={onClose}>
      <p className="acc-about">{t.about}</p>
      <form ref={form.ref} className="acc-form" onSubmit={form.submit} noValidate>
        <FormSummary errors={form.errors} />
        <Field label={f.fullName.label} autoComplete="name" {...input('name')} />
        <Field label={f.company.label} autoComplete="organization" {...input('company')} />
        <Field label={f.email.label} type="email" autoComplete="email" {...input('email')} />
        <Captcha {...captcha.box} />
        <div className="acc-actions">
          <Button type="submit" look="primary" size="large" disabled={!captcha.complete} busy={form.busy}>
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
