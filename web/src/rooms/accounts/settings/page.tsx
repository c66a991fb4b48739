import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Me } from '@tocsin/contract/accounts';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Field } from '../../../kit/field.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { Failed, Loading } from '../../../kit/states.tsx';
import { say } from '../../../kit/toast.tsx';
import { CallError } from '../../../wire/http.ts';
import { changesPassword, changesProfile, checkSettings, passwordText, type SettingsValues } from '../model.ts';
import { FormSummary } from '../parts/form-summary.tsx';
import { GrowingText } from '../parts/growing-text.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useForm } from '../parts/use-form.ts';
import { changeOwnPassword, profileQuery, saveProfile, serverText } from '../queries.ts';
import { texts } from '../texts.ts';
import { EmailDialog } from './email-dialog.tsx';
import css from './page.module.css';
import { Sessions } from './sessions.tsx';

const t = texts.settings;

const valuesOf = (me: Me): SettingsValues => ({
  full_name: `${me.first_name} ${me.last_name}`.trim(),
  company: me.company,
  phone: me.phone,
  address: me.address,
  old_password: '',
  first: '',
  second: '',
});

/** The password first: when it is refused nothing else has been changed. */
const savePassword = async (v: SettingsValues): Promise<Partial<Record<keyof SettingsValues, string>> | undefined> => {
  try {
    await changeOwnPassword(v.old_password, v.first, v.second);
    say('success', t.newPasswordSaved);
    return undefined;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const old = error.fields.old_password?.[0];
    if (old) return { old_password: old };
    const text = passwordText(error.fields);
    if (text === null) throw error;
    return { first: text };
  }
};

const SettingsForm = ({ me }: { readonly me: Me }) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const before = valuesOf(me);
  const [changing, setChanging] = useState(false);
  const form = useForm<SettingsValues>(
    before,
    checkSettings,
    async (values) => {
      if (changesPassword(values)) {
        const turnedDown = await savePassword(values);
        if (turnedDown) return turnedDown;
      }
      if (changesProfile(before, values)) {
        const { full_name, company, phone, address } = values;
        await saveProfile(me.id ?? 0, { full_name: full_name.trim(), company, phone, email: me.email, address });
        say('success', t.updated);
      }
      await queries.invalidateQueries({ queryKey: ['me'] });
      await navigate({ to: '/sites' });
      return undefined;
    },
    (error) => say('error', serverText(error) ?? t.failed),
  );
  const input = (name: keyof SettingsValues) => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    onChange: (event: { readonly target: { readonly value: string } }) => form.set(name, event.target.value),
  });
  return (
    <>
      <form ref={form.ref} className={css.form} onSubmit={form.submit} noValidate>
        <FormSummary errors={form.errors} />
        <fieldset>
          <legend>{t.profile}</legend>
          <Field
            label={t.email}
            value={me.email}
            readOnly
            help={t.emailHelp}
            beside={
              <button type="button" className={css.link} onClick={() => setChanging(true)}>
                {texts.email.change}
              </button>
            }
          />
          <Field label={t.fullName.label} autoComplete="name" {...input('full_name')} />
          <Field label={t.company} autoComplete="organization" {...input('company')} />
          <Field label={t.phone} type="tel" autoComplete="tel" {...input('phone')} />
          <GrowingText label={t.address} autoComplete="street-address" minRows={6} maxRows={6} {...input('address')} />
        </fieldset>
        <fieldset>
          <legend>{t.password}</legend>
          <p>{t.passwordAbout}</p>
          <PasswordField label={t.oldPassword} autoComplete="current-password" {...input('old_password')} />
          <PasswordField label={texts.passwords.first} autoComplete="new-password" {...input('first')} />
          <PasswordField label={texts.passwords.second} autoComplete="new-password" {...input('second')} />
          <ul className="acc-advice">
            {texts.passwords.advice.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </fieldset>
        <div className="acc-actions">
          <Button type="submit" look="primary" busy={form.busy}>
            {t.save}
          </Button>
          <Button onClick={() => void navigate({ to: '/sites' })}>{t.cancel}</Button>
        </div>
      </form>
      {changing ? <EmailDialog onClose={() => setChanging(false)} /> : null}
    </>
  );
};

export const UserSettingsPage = () => {
  const me = useQuery(profileQuery());
  return (
    <>
      <PageHeader title={t.title} />
      <div className={css.page}>
        {me.error ? <Failed text={t.failed} again={() => void me.refetch()} /> : null}
        {me.isPending ? <Loading /> : null}
        {me.data ? <SettingsForm key={me.data.id} me={me.data} /> : null}
        <aside className={css.side}>
          <section>
            <h2>{t.manage}</h2>
            <p>{t.manageAbout}</p>
            <Link to="/setup2FA" className={css.button}>
              {t.manage}
            </Link>
          </section>
          <Sessions />
        </aside>
      </div>
    </>
  );
};
