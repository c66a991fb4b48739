import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';

interface Props {
  readonly words: { readonly exportCsv: string; readonly importCsv: string; readonly imported: string };
  readonly onExport: () => Promise<unknown>;
  readonly onImport: (file: File) => Promise<unknown>;
  /** Key of the query that an import invalidates. */
  readonly queryKey: QueryKey;
  /** Called with the text about invalid lines, or with null after an import. */
  readonly onRefused: (text: string | null) => void;
}

/** Export and import of a device's settings as CSV. */
export const CsvTools = ({ words, onExport, onImport, queryKey, onRefused }: Props) => {
  const queries = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const importCsv = async (file: File): Promise<void> => {
    setBusy(true);
    try {
      await onImport(file);
      onRefused(null);
      showToast('success', words.imported);
      await queries.invalidateQueries({ queryKey });
    } catch (error) {
      // Shown on the page until the next import, so that the file can be corrected with it.
      onRefused(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {/* A failed export is only logged (docs/spec/monitoring.md, section 7). */}
      <Button icon="download" onClick={() => onExport().catch((error: unknown) => console.error(error))}>
        {words.exportCsv}
      </Button>
      <Button icon="upload" busy={busy} onClick={() => picker.current?.click()}>
        {words.importCsv}
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={words.importCsv}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void importCsv(file);
        }}
      />
    </>
  );
};
