import { useQueryClient } from '@tanstack/react-query';
import { type Priority, priorities } from '@tocsin/contract/priority';
import { texts as status } from '@tocsin/contract/texts/status';
import { texts } from '@tocsin/contract/texts/webhooks';
import {
  type TemplateType,
  templateFields,
  templateTypes,
  type Webhook,
  type WebhookEvent,
  type WebhookFormat,
  webhookEvents,
  webhookFormats,
} from '@tocsin/contract/webhooks';
import { Form, Input, Select, Switch } from 'antd';
import type { Site } from '../../domain/plant.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { Row } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';
import { eventNames } from './event-names.ts';
import { changeWebhook, createWebhook, removeWebhook, rotateSecret } from './queries.ts';

const t = texts.fields;
const allSites = 0;

interface Values {
  readonly title: string;
  /** 0: all sites of the client. */
  readonly location: number;
  readonly url: string;
  readonly event_types: readonly WebhookEvent[];
  readonly least_priority: Priority;
  readonly format: WebhookFormat;
  readonly template: string;
  readonly content_type: TemplateType;
  readonly credential: string;
  readonly is_active: boolean;
  readonly policies_only: boolean;
  readonly reason: string;
}

interface Props {
  /** null: a new webhook. */
  readonly webhook: Webhook | null;
  readonly site: number | null;
  readonly sites: readonly Site[];
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

const valuesOf = ({ webhook, site }: Props): Values => ({
  title: webhook?.title ?? '',
  location: webhook === null ? (site ?? allSites) : (webhook.location ?? allSites),
  url: webhook?.url ?? '',
  event_types: webhook?.event_types ?? ['alarm_on', 'alarm_off'],
  least_priority: webhook?.least_priority ?? 'low',
  format: webhook?.format ?? 'tocsin',
  template: webhook?.template ?? '',
  content_type: webhook?.content_type ?? 'application/json',
  credential: '',
  is_active: webhook?.is_active ?? true,
  policies_only: webhook?.policies_only ?? false,
  reason: '',
});

/** Creates or changes a webhook. */
export const WebhookDialog = (props: Props) => {
  const { webhook, sites, onClose, onSecret } = props;
  const [form] = Form.useForm<Values>();
  const initial = valuesOf(props);
  const format = Form.useWatch('format', form) ?? initial.format;
  const queries = useQueryClient();
  const { ask, dialog } = useConfirm();
  const done = async (text: string): Promise<void> => {
    showToast('success', text);
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
    onClose();
  };
  const save = async (values: Values): Promise<void> => {
    const { location, credential, reason, template, content_type, ...rest } = values;
    const body = {
      ...rest,
      event_types: [...rest.event_types],
      template: rest.format === 'template' ? (template ?? '') : null,
      content_type: rest.format === 'template' ? content_type : null,
      ...(credential === '' ? {} : { credential }),
    };
    if (webhook) {
      await changeWebhook(webhook.id, { ...body, version: webhook.version, ...(reason === '' ? {} : { reason }) });
      return await done(texts.saved);
    }
    const created = await createWebhook({ ...body, location: location === allSites ? null : location });
    await done(texts.saved);
    onSecret(created.secret);
  };
  const remove = (of: Webhook): void =>
    ask({
      title: texts.removeTitle(of.title),
      body: texts.removeBody,
      yes: texts.remove,
      danger: true,
      act: async () => {
        await removeWebhook(of.id, form.getFieldValue('reason') ?? '');
        await done(texts.removed);
      },
    });
  const rotate = (of: Webhook): void =>
    ask({
      title: texts.rotateTitle(of.title),
      body: texts.rotateBody,
      yes: texts.rotate,
      danger: true,
      act: async () => {
        const { secret } = await rotateSecret(of.id);
        await done(texts.saved);
        onSecret(secret);
      },
    });
  return (
    <Dialog title={webhook ? texts.editTitle(webhook.title) : texts.add} onClose={onClose} width={560}>
      <FormPage<Values>
        inCard
        form={form}
        initial={initial}
        save={texts.save}
        onSave={save}
        onCancel={onClose}
        {...(webhook
          ? {
              onNewer: () => done(texts.saved),
              dangerZone: (
                <Row as="span" wrap gap={8} justify="flex-end" align="stretch">
                  <Button onClick={() => rotate(webhook)}>{texts.rotate}</Button>
                  <Button look="danger" onClick={() => remove(webhook)}>
                    {texts.remove}
                  </Button>
                </Row>
              ),
            }
          : {})}
      >
        <Form.Item name="title" label={t.title} rules={[{ required: true, whitespace: true, message: t.titleMissing }]}>
          <Input maxLength={80} />
        </Form.Item>
        {!webhook && (
          <Form.Item name="location" label={t.serves}>
            <Select<number>
              options={[
                { value: allSites, label: texts.allSites },
                ...sites.map((one) => ({ value: Number(one.id), label: one.title })),
              ]}
            />
          </Form.Item>
        )}
        <Form.Item name="url" label={t.url} rules={[{ required: true, whitespace: true, message: t.urlMissing }]}>
          <Input maxLength={2000} inputMode="url" autoComplete="off" />
        </Form.Item>
        <Form.Item name="event_types" label={t.events} rules={[{ type: 'array', min: 1, message: t.eventsMissing }]}>
          <Select<WebhookEvent[]>
            mode="multiple"
            options={webhookEvents.map((value) => ({ value, label: eventNames[value] }))}
          />
        </Form.Item>
        <Form.Item name="least_priority" label={t.priority}>
          <Select<Priority> options={priorities.map((value) => ({ value, label: status.priorities[value] }))} />
        </Form.Item>
        <Form.Item name="format" label={t.format}>
          <Select<WebhookFormat> options={webhookFormats.map((value) => ({ value, label: texts.formats[value] }))} />
        </Form.Item>
        {format === 'template' && (
          <>
            <Form.Item name="content_type" label={t.contentType}>
              <Select<TemplateType>
                options={templateTypes.map((value) => ({ value, label: texts.contentTypes[value] }))}
              />
            </Form.Item>
            <Form.Item
              name="template"
              label={t.template}
              extra={t.templateAbout(templateFields.join(', '))}
              rules={[{ required: true, whitespace: true, message: t.templateMissing }]}
            >
              <Input.TextArea rows={6} maxLength={8000} />
            </Form.Item>
          </>
        )}
        <Form.Item
          name="credential"
          label={format === 'pagerduty' ? t.routingKey : t.credential}
          {...(webhook?.has_credential ? { extra: t.credentialKept } : {})}
        >
          <Input.Password maxLength={1000} autoComplete="new-password" visibilityToggle={false} />
        </Form.Item>
        <Form.Item name="policies_only" label={t.policiesOnly} valuePropName="checked" extra={t.policiesOnlyAbout}>
          <Switch />
        </Form.Item>
        <Form.Item name="is_active" label={t.active} valuePropName="checked">
          <Switch />
        </Form.Item>
        {webhook && (
          <Form.Item name="reason" label={t.reason}>
            <Input maxLength={1500} />
          </Form.Item>
        )}
      </FormPage>
      {dialog}
    </Dialog>
  );
};
