import { TabDocument } from '@tocsin/contract/schema-document';
import { SchemaFile } from '@tocsin/contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badField } from '../../platform/errors.ts';
import { parseJson } from '../../platform/http/body.ts';
import { refusalOf } from '../../platform/http/failures.ts';
import { readParts } from '../../platform/http/form.ts';

/** Form uploads as an alternative to JSON: schema files, and tabs, which the specification saves as form data. */

const maxBytes = 8 * 1024 * 1024;

/** Parses a field's text as JSON where it is JSON; otherwise returns the text. */
function meaningOf(text: string): unknown {
  if (!/^(?:[[{"]|-?\d|true$|false$|null$)/.test(text)) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly file: string | null;
}

async function readForm(request: FastifyRequest): Promise<Form> {
  const fields: Record<string, unknown> = {};
  let file: string | null = null;
  for (const part of await readParts(request, request.routeOptions.bodyLimit ?? maxBytes)) {
    if (part.kind === 'file') file = part.bytes.toString('utf8');
    else fields[part.name] = meaningOf(part.value);
  }
  return { fields, file };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Converts a tab form into the JSON body: its one field that holds an object, otherwise all its fields. */
export function takeForms(http: FastifyInstance, paths: readonly string[]): void {
  http.addHook('preValidation', async (request) => {
    if (!request.isMultipart() || !paths.includes(request.routeOptions.url ?? '')) return;
    const { fields } = await readForm(request);
    const values = Object.values(fields);
    request.body = values.length === 1 && isObject(values[0]) ? values[0] : fields;
  });
}

const wrongFile = 'Not a schema file.';

/** Reads the schema file of an import: the multipart field `file`, or the JSON body itself. */
export async function schemaFileOf(request: FastifyRequest): Promise<SchemaFile> {
  const form = request.isMultipart() ? await readForm(request) : null;
  const content = form === null ? request.body : meaningOf(form.file ?? '');
  const parsed = SchemaFile.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw badField('file', issue && isObject(content) ? issue.message : wrongFile);
  }
  for (const tab of parsed.data.tabs) {
    const document = TabDocument.safeParse(tab);
    if (!document.success) throw refusalOf(document.error);
  }
  return parsed.data;
}
