import { texts } from '@tocsin/contract/texts/email-rules';
import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { Text } from '../../ui/layout.tsx';
import { DeviceChoice } from './device-choice.tsx';
import { contactChoices, emptyRule, type RuleForm, shownOf, summaryOf } from './model.ts';
import css from './rules.module.css';

const t = texts.form;
const events = Object.entries(texts.events).map(([value, label]) => ({ value, label }));

const Contact = ({ alternative }: { readonly alternative: boolean }) => (
  <>
    <Form.Item<RuleForm>
      name="delivery_method"
      label={t.method.label}
      rules={[{ required: true, message: t.method.missing }]}
    >
      <Select options={[{ value: 'Email' }]} />
    </Form.Item>
    <Form.Item<RuleForm> name="send_to_alternative" valuePropName="checked">
      <Checkbox>{t.toAlternative}</Checkbox>
    </Form.Item>
    {alternative && (
      <Form.Item<RuleForm>
        name="alternative_contact"
        label={t.alternative.label}
        rules={[
          { required: true, whitespace: true, message: t.alternative.missing },
          { type: 'email', message: t.alternative.invalid },
        ]}
      >
        <Input type="email" maxLength={255} />
      </Form.Item>
    )}
  </>
);

export const RuleFields = () => {
  const form = Form.useFormInstance<RuleForm>();
  // Hidden fields keep their value: visibility depends on the whole form.
  const values = Form.useWatch((all: Partial<RuleForm>) => all, { form, preserve: true }) ?? {};
  const now = { ...emptyRule, ...form.getFieldsValue(true), ...values };
  const shown = shownOf(now);
  const offered = contactChoices(now.event_type);
  return (
    <>
      <Contact alternative={shown.alternative} />
      <Form.Item<RuleForm> name="event_type" label={t.type.label} rules={[{ required: true, message: t.type.missing }]}>
        <Select
          placeholder={t.type.missing}
          options={events}
          onChange={(event) => {
            if (!contactChoices(event).includes(now.contact_when ?? 0)) form.setFieldValue('contact_when', 0);
          }}
        />
      </Form.Item>
      {shown.smart && (
        <Form.Item<RuleForm> name="smart" valuePropName="checked" extra={t.smartHelp}>
          <Checkbox>{t.smart}</Checkbox>
        </Form.Item>
      )}
      {shown.perHour && (
        <Form.Item<RuleForm>
          name="number_per_hour"
          label={t.perHour.label}
          rules={[{ required: true, type: 'integer', min: 0, message: t.perHour.tooSmall }]}
        >
          <InputNumber min={0} max={10_000} precision={0} className={css.number ?? ''} />
        </Form.Item>
      )}
      {shown.contactWhen && (
        <Form.Item<RuleForm>
          name="contact_when"
          label={t.contactWhen.label}
          rules={[{ required: true, message: t.contactWhen.missing }]}
        >
          <Select placeholder={t.chooseWhen} options={offered.map((value) => ({ value, label: texts.when[value] }))} />
        </Form.Item>
      )}
      {shown.x !== null && (
        <Form.Item<RuleForm>
          name="x"
          label={t.x[shown.x]}
          rules={[{ required: true, type: 'integer', min: 1, message: t.x.tooSmall }]}
        >
          <InputNumber min={1} max={10_000} precision={0} className={css.number ?? ''} />
        </Form.Item>
      )}
      <Form.Item<RuleForm> name="all_devices" valuePropName="checked">
        <Checkbox>{t.allDevices}</Checkbox>
      </Form.Item>
      {shown.devices && (
        <Form.Item<RuleForm>
          name="devices"
          rules={[
            {
              validator: (_rule, chosen: readonly number[] | undefined) =>
                (chosen?.length ?? 0) > 0 ? Promise.resolve() : Promise.reject(new Error(t.noneChosen)),
            },
          ]}
        >
          <DeviceChoice />
        </Form.Item>
      )}
      <Form.Item<RuleForm> name="is_active" valuePropName="checked">
        <Checkbox>{t.active}</Checkbox>
      </Form.Item>
      <Text
        as="section"
        margin="0 0 20px"
        padding={12}
        borderRadius="var(--r-button)"
        background="var(--sunken)"
        className={css.summary}
        aria-label={t.inWords}
      >
        <dl>
          {summaryOf(now).map(({ key, text }) => (
            <div key={key}>
              <dt>{t.summary[key]}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Text>
    </>
  );
};
