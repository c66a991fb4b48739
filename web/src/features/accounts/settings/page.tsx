import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Me } from '@tocsin/contract/accounts';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/accounts';
import { Form, type FormInstance, Input } from 'antd';
import { useState } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { Button, buttonLink } from '../../../ui/button.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Failed, Loading, NotAllowed } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { changesPassword, changesProfile, checkSettings, passwordText, type SettingsValues } from '../model.ts';
import { changeOwnPassword, profileQuery, saveProfile } from '../queries.ts';
import { DutyCalendar } from './duty-calendar.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { KeysToKeep } from './keys-to-keep.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { OwnData } from './own-data.tsx';
import css from './page.module.css';
import { ProtectionMail } from './protection-mail.tsx';
import { ProviderLinks } from './provider-links.tsx';
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
  keep_api_keys: [],
});

/** Changes the password; resolves with field errors if it is refused. Called before anything else is saved. */
const savePassword = async (v: SettingsValues): Promise<Partial<Record<keyof SettingsValues, string>> | undefined> => {
  try {
    await changeOwnPassword(v.old_password, v.first, v.second, v.keep_api_keys);
    showToast('success', t.newPasswordSaved);
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

const needed = { required: true, whitespace: true, message: t.fullName.missing };
const short = { max: 255, message: t.tooLong };

/** Validates all fields together, because the password fields depend on each other. */
const errorRule = (name: keyof SettingsValues) => (form: FormInstance<SettingsValues>) => ({
  validator: () => {
    const text = checkSettings(form.getFieldsValue(true))[name];
    return text === undefined ? Promise.resolve() : Promise.reject(new Error(text));
  },
});

const Password = ({ name, label }: { readonly name: 'old_password' | 'first' | 'second'; readonly label: string }) => (
  <Form.Item<SettingsValues>
    name={name}
    label={label}
    validateTrigger="onSubmit"
    rules={[(form) => errorRule(name)(form as FormInstance<SettingsValues>)]}
  >
    <Input.Password autoComplete={name === 'old_password' ? 'current-password' : 'new-password'} />
  </Form.Item>
);

/** An error with the texts of a refused password at the form's fields. */
const refused = (fields: Partial<Record<keyof SettingsValues, string>>): CallError => {
  const texts = Object.entries(fields).map(([name, text]) => [name, [text ?? '']] as const);
  return new CallError(400, texts[0]?.[1][0] ?? t.failed, Object.fromEntries(texts));
};

const SettingsForm = ({ me, onChangeEmail }: { readonly me: Me; readonly onChangeEmail: () => void }) => {
  const [form] = Form.useForm<SettingsValues>();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const before = valuesOf(me);
  const save = async (input: SettingsValues): Promise<void> => {
    const values = { ...before, ...input };
    if (changesPassword(values)) {
      const errors = await savePassword(values);
      if (errors) throw refused(errors);
    }
    if (changesProfile(before, values)) {
      const { full_name, company, phone, address } = values;
      await saveProfile(me.id ?? 0, { full_name: full_name.trim(), company, phone, email: me.email, address });
      showToast('success', t.updated);
    }
    await queries.invalidateQueries({ queryKey: ['me'] });
    await navigate({ to: '/sites' });
  };
  return (
    <FormPage form={form} initial={before} save={t.save} onSave={save} onCancel={() => void navigate({ to: '/sites' })}>
      <Form.Item label={t.email} extra={t.emailHelp}>
        <Row gap={8} align="stretch">
          <Input value={me.email} readOnly aria-label={t.email} />
          <Button onClick={onChangeEmail}>{texts.email.change}</Button>
        </Row>
      </Form.Item>
      <Form.Item<SettingsValues> name="full_name" label={t.fullName.label} rules={[needed, short]}>
        <Input autoComplete="name" />
      </Form.Item>
      <Form.Item<SettingsValues> name="company" label={t.company} rules={[short]}>
        <Input autoComplete="organization" />
      </Form.Item>
      <Form.Item<SettingsValues> name="phone" label={t.phone} rules={[short]}>
        <Input type="tel" autoComplete="tel" />
      </Form.Item>
      <Form.Item<SettingsValues> name="address" label={t.address} rules={[short]}>
        <Input.TextArea rows={6} autoComplete="street-address" />
      </Form.Item>
      <h2>{t.password}</h2>
      <Text as="p" margin="4px 0 12px" tone="quiet">
        {t.passwordAbout}
      </Text>
      <Password name="old_password" label={t.oldPassword} />
      <Password name="first" label={texts.passwords.first} />
      <Password name="second" label={texts.passwords.second} />
      <Text as="ul" margin="-8px 0 20px" paddingLeft={18} size={12} line={16} tone="faint" className={css.advice}>
        {texts.passwords.advice.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Text>
      <KeysToKeep />
    </FormPage>
  );
};

export const UserSettingsPage = () => {
  const me = useQuery(profileQuery());
  const [changing, setChanging] = useState(false);
  return (
    <>
      <PageHeader title={t.title} />
      <Grid columns="minmax(0, 640px) minmax(280px, 420px)" align="start" className={css.page}>
        {me.error && <Failed text={t.failed} again={() => void me.refetch()} />}
        {me.isPending && <Loading />}
        {/* Shown together, so that nothing moves on a phone. */}
        {me.data && !may(me.data, 'account') && (
          <>
            <NotAllowed text={t.ownSignInOnly} />
            <LanguageChoice chosen={me.data.language} />
          </>
        )}
        {me.data && may(me.data, 'account') && (
          <>
            <SettingsForm key={me.data.id} me={me.data} onChangeEmail={() => setChanging(true)} />
            <Stack as="aside" gap={20} padding="0 var(--page-pad) 32px 0" className={css.side}>
              <section>
                <h2>{t.manage}</h2>
                <p>{t.manageAbout}</p>
                <Link to="/setup2FA" className={buttonLink}>
                  {t.manage}
                </Link>
              </section>
              <section>
                <h2>{t.keys}</h2>
                <p>{t.keysAbout}</p>
                <Link to="/user/setting/keys" className={buttonLink}>
                  {t.keysManage}
                </Link>
              </section>
              <LanguageChoice chosen={me.data.language} />
              <ProtectionMail />
              <DutyCalendar />
              <OwnData />
              <Sessions />
              <ProviderLinks />
            </Stack>
          </>
        )}
      </Grid>
      {changing && <EmailDialog onClose={() => setChanging(false)} />}
    </>
  );
};
