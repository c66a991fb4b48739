import type { TemplateType } from '@tocsin/contract/webhooks';

/** A value as it may stand inside the text around it: within quotes in JSON, encoded in a form, on one line in text. */
export function escaped(value: string, type: TemplateType): string {
  switch (type) {
    case 'application/json':
      return JSON.stringify(value).slice(1, -1);
    case 'application/x-www-form-urlencoded':
      return encodeURIComponent(value);
    case 'text/plain':
      return value;
    default:
      return type satisfies never;
  }
}
