import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/** A parsed field or file of a form. */
export type FormPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Buffer };

const unreadable = 'The body cannot be read.';

/** busboy's errors for a malformed form (no boundary, truncated) have no status. */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) return error;
  return new Refusal('invalid', unreadable);
};

/** Reads a whole form of at most `maxBytes` in total; throws 400 for a malformed or empty form and 413 beyond the limit. */
export async function readParts(request: FastifyRequest, maxBytes: number): Promise<readonly FormPart[]> {
  const dependencies: FormPart[] = [];
  let left = maxBytes;
  const count = (bytes: number): void => {
    left -= bytes;
    if (left < 0) throw new Refusal('too-large');
  };
  try {
    const limits = { fileSize: maxBytes, fieldSize: maxBytes, fields: 50, files: 1 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        count(bytes.length);
        dependencies.push({ kind: 'file', name: part.fieldname, bytes });
      } else if (typeof part.value === 'string') {
        count(Buffer.byteLength(part.value));
        dependencies.push({ kind: 'field', name: part.fieldname, value: part.value });
      }
    }
  } catch (error) {
    throw asRefusal(error);
  }
  // A form has at least one part (RFC 2046, 5.1.1): an empty one must not count as a body without changes.
  if (dependencies.length === 0) throw new Refusal('invalid', unreadable);
  return dependencies;
}

/** The only file of a form: its bytes, and whether it was cut at `maxBytes`; null without a file. */
export async function readFile(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ readonly name: string; readonly bytes: Buffer; readonly isCut: boolean } | null> {
  try {
    const file: MultipartFile | undefined = await request.file({
      limits: { fileSize: maxBytes, files: 1 },
      throwFileSizeLimit: false,
    });
    if (!file) return null;
    const bytes = await file.toBuffer();
    return { name: file.fieldname, bytes, isCut: file.file.truncated };
  } catch (error) {
    throw asRefusal(error);
  }
}
