import { type TemplateField, type TemplateType, templateFields } from '@tocsin/contract/webhooks';
import { escaped } from '../escaped.ts';
import { type Message, testMessage } from './message.ts';

const isField = (name: string): name is TemplateField => templateFields.some((field) => field === name);

const valuesOf = (message: Message): Readonly<Record<TemplateField, string>> => ({
  delivery: message.delivery,
  event: message.event === null ? '' : String(message.event),
  type: message.type,
  label: message.label,
  status: message.status,
  priority: message.priority,
  summary: message.summary,
  at: message.at,
  client: message.client.title,
  location: message.location.title,
  device: message.device.title,
  sensor: message.sensor?.title ?? '',
  value: message.value === null ? '' : String(message.value),
  content: message.content,
  url: message.url,
  task: message.task === null ? '' : String(message.task.id),
  owner: message.task?.owner ?? '',
  due: message.task?.due ?? '',
  comment: message.task?.comment ?? '',
});

/** Replaces each `{{field}}` by its escaped value. Nothing in a template is ever run. */
export function fillTemplate(template: string, type: TemplateType, message: Message): string {
  const values = valuesOf(message);
  return partsOf(template)
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return isField(part.name) ? escaped(values[part.name], type) : part.text;
    })
    .join('');
}

type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** `text` as written in the template, with its braces. */
  | { readonly kind: 'field'; readonly text: string; readonly name: string };

/** The template as its fields and the text between them; a `{{` that is not closed is text. Reads each place once. */
function partsOf(template: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (;;) {
    const first = template.indexOf('{{', from);
    const close = first === -1 ? -1 : template.indexOf('}}', first + 2);
    if (close === -1) break;
    // Of braces that stand side by side the innermost belong to the field.
    const open = first + template.slice(first, close).lastIndexOf('{{');
    parts.push({ kind: 'text', text: template.slice(from, open) });
    parts.push({ kind: 'field', text: template.slice(open, close + 2), name: template.slice(open + 2, close).trim() });
    from = close + 2;
  }
  parts.push({ kind: 'text', text: template.slice(from) });
  return parts;
}

const sample = testMessage(
  { id: 1, title: 'Sample "client"' },
  { delivery: '00000000-0000-4000-8000-000000000000', now: 0, publicUrl: 'https://tocsin.example' },
);

/** What is wrong with a template, in one sentence; null when nothing is. */
export function templateMistake(template: string, type: TemplateType): string | null {
  if (template.trim() === '') return 'Please enter a template.';
  const parts = partsOf(template);
  const unknown = parts.find((part) => part.kind === 'field' && !isField(part.name));
  if (unknown?.kind === 'field')
    return `There is no field '${unknown.name.slice(0, 50)}'. Fields are: ${templateFields.join(', ')}.`;
  if (parts.some((part) => part.kind === 'text' && part.text.includes('{{'))) return "A '{{' is not closed by '}}'.";
  if (type !== 'application/json') return null;
  try {
    JSON.parse(fillTemplate(template, type, sample));
    return null;
  } catch {
    return 'Filled in, the template is not valid JSON. Put each field within double quotes.';
  }
}
