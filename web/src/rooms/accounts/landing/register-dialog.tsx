import { Button } from '../../../kit/button.tsx';
import { Field } from '../../../kit/field.tsx';
import { CallError } from '../../../wire/http.ts';
import { alerts } from '../alerts.ts';
import { checkRegister } from '../model.ts';
import { Captcha } from '../parts/captcha.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FormSummary } from '../parts/form-summary.tsx';
import { useCaptcha } from '../parts/use-captcha.ts';
import { useForm } from '../parts/use-form.ts';
import { registerForDemo, serverText } from '../queries.ts';
import { texts } from '../texts.ts';

const t = texts.register;
const f = texts.forms;

/** A taken address is a warning; everything else is the error that names the network too (administration.md 8). */
const tellFailure = (error: unknown): void => {
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
        // The proof is used up, whatever field the refusal then stands at.
        captcha.again();
        tellFailure(error);
        throw error;
      });
      alerts.show('registered');
      reset();
      onClose();
      return undefined;
    },
    () => undefined,
  );
  const input = (name: 'name' | 'company' | 'email') => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    onChange: (event: { readonly target: { readonly value: string } }) => form.set(name, event.target.value),
  });

  return (
    <Dialog title={t.title} onClose={onClose}>
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
    </Dialog>
  );
};
