import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/users';
import { Checkbox, Form, Input } from 'antd';
import type { Me } from '../../domain/me.ts';
import { managesClient } from '../../domain/rights.ts';
import { Text } from '../../ui/layout.tsx';
import type { UserForm } from './model.ts';
import { SiteAccess } from './site-access.tsx';
import css from './users.module.css';

const t = texts.form;
const r = texts.rights;
const needed = (message: string) => [{ required: true, whitespace: true, message }];

type FlagName = 'is_active' | 'visual_dashboard_enabled' | 'is_accounts_management' | 'is_oem' | 'is_superuser';
const Flag = ({ name, label, help }: { readonly name: FlagName; readonly label: string; readonly help?: string }) => (
  <Form.Item<UserForm> name={name} valuePropName="checked" extra={help}>
    <Checkbox>{label}</Checkbox>
  </Form.Item>
);

const Rights = ({ me }: { readonly me: Me }) => (
  <Text as="fieldset" minWidth={0} margin="0 0 4px" padding={0} border={0} className={css.rights}>
    <legend>{r.title}</legend>
    <Flag name="is_active" label={r.active} help={r.activeHelp} />
    <Flag name="visual_dashboard_enabled" label={r.plant} help={r.plantHelp} />
    {may(me, 'superuser') && <Flag name="is_accounts_management" label={r.manager} help={r.managerHelp} />}
    {may(me, 'superuser') && <Flag name="is_oem" label={r.oem} />}
    {may(me, 'superuser') && <Flag name="is_superuser" label={r.superuser} />}
  </Text>
);

type Props = {
  readonly me: Me;
  /** Personal data cannot be changed, because the user also belongs to other clients. */
  readonly locked?: boolean;
  /** Fields may stay empty, for users created with fewer fields (by the command line). */
  readonly lenient?: boolean;
};

export const UserFields = ({ me, locked = false, lenient = false }: Props) => {
  const rules = (message: string) => (lenient ? [] : needed(message));
  return (
    <>
      <Form.Item name="full_name" label={t.fullName.label} rules={needed(t.fullName.missing)}>
        <Input maxLength={255} disabled={locked} />
      </Form.Item>
      <Form.Item
        name="email"
        label={t.email.label}
        rules={[
          { required: true, message: t.email.missing },
          { type: 'email', message: t.email.invalid },
        ]}
        extra={locked ? t.notYours : undefined}
      >
        <Input type="email" maxLength={255} disabled={locked} />
      </Form.Item>
      <Form.Item name="company" label={t.company.label} rules={rules(t.company.missing)}>
        <Input maxLength={255} disabled={locked} />
      </Form.Item>
      <Form.Item name="phone" label={t.phone.label} rules={rules(t.phone.missing)}>
        <Input type="tel" maxLength={255} disabled={locked} />
      </Form.Item>
      <Form.Item name="address" label={t.address.label} rules={rules(t.address.missing)}>
        <Input.TextArea rows={6} maxLength={255} disabled={locked} />
      </Form.Item>
      <Form.Item name="location_access" noStyle>
        <SiteAccess me={me} />
      </Form.Item>
      {managesClient(me) && <Rights me={me} />}
    </>
  );
};
