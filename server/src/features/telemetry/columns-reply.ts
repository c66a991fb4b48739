import { columnsType, compactColumnsType } from '@tocsin/contract/graphs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ColumnsVersion } from '../../history/read/calls.ts';
import { whenReplyEnds } from '../../platform/http/closing.ts';
import { releaseArrays } from '../../platform/release-memory.ts';

/** The version of typed columns that a request accepts; undefined: it does not name typed columns. */
export const columnsVersionOf = ({ headers: { accept = '' } }: FastifyRequest): ColumnsVersion | undefined => {
  for (const range of accept.split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim());
    if (type === columnsType) return parameters.includes('version=2') ? 2 : 1;
  }
  return undefined;
};

/** Sends typed columns and gives their memory back as soon as they are sent. */
export function sendColumns(
  reply: FastifyReply,
  bytes: Uint8Array<ArrayBuffer>,
  version: ColumnsVersion,
): FastifyReply {
  // Megabytes each: the pipeline's thread must not have to collect them as garbage.
  whenReplyEnds(reply, () => {
    if (reply.raw.writableFinished) releaseArrays([bytes]);
  });
  return reply
    .type(version === 2 ? compactColumnsType : columnsType)
    .header('vary', 'Accept')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
