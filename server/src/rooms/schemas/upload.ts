import { TabDocument } from '@tocsin/contract/schema-document';
import { SchemaFile } from '@tocsin/contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badField } from '../../base/errors.ts';
import { parseJson } from '../../base/http/body.ts';
import { refusalOf } from '../../base/http/failures.ts';

/** What comes as a form instead of JSON: a schema file, and tabs, which the specification saves as form data. */

const mostBytes = 8 * 1024 * 1024;

/** A field's text as what it says: JSON where it is JSON, else the text. */
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
  for await (const part of request.parts({ limits: { fileSize: mostBytes, fieldSize: mostBytes, fields: 50 } })) {
    if (part.type === 'file') file = (await part.toBuffer()).toString('utf8');
    else if (typeof part.value === 'string') fields[part.fieldname] = meaningOf(part.value);
  }
  return { fields, file };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A form for a tab becomes the body that JSON would be: its one field that holds an object, else all its fields. */
export function takeForms(http: FastifyInstance, paths: readonly string[]): void {
  http.addHook('preValidation', async (request) => {
    if (!request.isMultipart() || !paths.includes(request.routeOptions.url ?? '')) return;
    const { fields } = await readForm(request);
    const values = Object.values(fields);
    request.body = values.length === 1 && isObject(values[0]) ? values[0] : fields;
  });
}

const wrongFile = 'Not a schema file.';

/** The schema file of an import: as multipart field `file`, or as the JSON body itself. */
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
