import type { ImportedPiece } from '@tocsin/contract/history-import';

/** The answer of an import that found nothing. */
export const emptyPiece: ImportedPiece = {
  format: 'wide',
  columns: {},
  first: [],
  lines: 0,
  values: 0,
  stored: 0,
  doubled: 0,
  refused: 0,
  refusals: [],
  from: null,
  to: null,
  sensors: [],
};
