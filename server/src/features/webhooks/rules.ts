import { priorityLevel, priorityOfLevel } from '@tocsin/contract/priority';
import type { WebhookValues } from '@tocsin/contract/webhooks';
import { templateMistake } from '../../notify/index.ts';
import { badField } from '../../platform/errors.ts';
import type { WebhookFields, WebhookRow } from './store.ts';

/** The webhook as it is stored; throws 400 for a mistake in its template. A template stays only with its format. */
export function fieldsOf(values: WebhookValues): WebhookFields {
  const isTemplate = values.format === 'template';
  const type = values.content_type ?? 'application/json';
  const mistake = isTemplate ? templateMistake(values.template ?? '', type) : null;
  if (mistake !== null) throw badField('template', mistake);
  return {
    title: values.title,
    url: new URL(values.url).href,
    event_types: values.event_types,
    least_priority: priorityLevel(values.least_priority),
    format: values.format,
    template: isTemplate ? values.template : null,
    content_type: isTemplate ? type : null,
    is_active: values.is_active,
    policies_only: values.policies_only,
  };
}

/** A stored webhook as the values that its form has. */
export const valuesOf = (row: WebhookRow): WebhookValues => ({
  title: row.title,
  url: row.url,
  event_types: [...row.event_types],
  least_priority: priorityOfLevel(row.least_priority) ?? 'low',
  format: row.format,
  template: row.template,
  content_type: row.content_type,
  is_active: row.is_active,
  policies_only: row.policies_only,
});

/** Whether a changed webhook is sent less than before, or elsewhere. */
export function loosens(before: WebhookFields, after: WebhookFields): boolean {
  if (!before.is_active) return false;
  return (
    !after.is_active ||
    (after.policies_only && !before.policies_only) ||
    after.url !== before.url ||
    before.event_types.some((type) => !after.event_types.includes(type)) ||
    after.least_priority < before.least_priority
  );
}

/** A webhook as the audit log stores it: of its address only the origin, since a path may carry a secret. */
export const auditedWebhook = (fields: WebhookFields) => ({
  title: fields.title,
  origin: new URL(fields.url).origin,
  event_types: fields.event_types,
  least_priority: fields.least_priority,
  format: fields.format,
  template: fields.template === null ? null : `${fields.template.length} characters`,
  content_type: fields.content_type,
  is_active: fields.is_active,
  policies_only: fields.policies_only,
});

/** What the audit log calls a webhook. */
export const aboutWebhook = (row: Pick<WebhookRow, 'id' | 'title' | 'client_id' | 'site_id'>) => ({
  subject: 'webhook',
  subjectId: row.id,
  subjectName: row.title,
  clientId: row.client_id,
  siteId: row.site_id,
});
