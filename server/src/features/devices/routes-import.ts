import { endpoints, ImportColumns, type ImportedPiece, pieceBytes } from '@tocsin/contract/history-import';
import { DeviceId } from '@tocsin/contract/ids';
import { type Api, route } from '../../access/route.ts';
import { aboutDevice, byCall, recorded } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { badField, orNotFound } from '../../platform/errors.ts';
import { readParts } from '../../platform/http/form.ts';
import { findDevice } from './store.ts';

/** A piece of a file of the past, and how it is read. */
export interface PieceToImport {
  readonly deviceId: DeviceId;
  readonly bytes: Uint8Array;
  readonly columns: ImportColumns;
  readonly isDryRun: boolean;
  readonly firstLine: number;
  /** null: the site's. */
  readonly zone: string | null;
  readonly now: number;
}
export type ImportPiece = (piece: PieceToImport) => Promise<ImportedPiece>;

/** A piece, the repeated header and the fields of the form. */
const maxFormBytes = pieceBytes + 512 * 1024;

export const addImportRoutes = (
  api: Api,
  { db, clock, importPiece }: { readonly db: Db; readonly clock: Clock; readonly importPiece: ImportPiece },
): void => {
  route(api, endpoints.piece, async (call) => {
    const { params, query, subject, request } = call;
    const device = orNotFound(await findDevice(db, params.id));
    const parts = await readParts(request, maxFormBytes);
    const file = parts.find((part) => part.kind === 'file');
    if (!file) throw badField('file', 'Please choose a file');
    const piece = await importPiece({
      deviceId: DeviceId.parse(params.id),
      bytes: file.bytes,
      columns: columnsOf(
        parts.flatMap((part) => (part.kind === 'field' && part.name === 'columns' ? [part.value] : []))[0],
      ),
      isDryRun: query.dry_run,
      firstLine: query.first_line,
      zone: query.time_zone ?? null,
      now: clock.now(),
    });
    if (!query.dry_run)
      await recorded(db, byCall(call), async (_, note) => {
        const { lines, stored, doubled, refused, from, to } = piece;
        const history = {
          lines: `${query.first_line} to ${query.first_line + lines - 1}`,
          stored,
          doubled,
          refused,
          from,
          to,
        };
        note({ ...aboutDevice(subject, device.title), action: 'import', old: {}, new: { history } });
      });
    return piece;
  });
};

function columnsOf(value = '{}'): ImportColumns {
  try {
    return ImportColumns.parse(JSON.parse(value));
  } catch {
    throw badField('columns', 'This is not a list of names with their sensors');
  }
}
