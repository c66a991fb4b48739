import type { QueryKey } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { UploadButton } from '../../../ui/upload-button.tsx';
import { errorText, useAction } from '../../../ui/use-action.ts';

interface Props<R> {
  readonly words: { readonly exportCsv: string; readonly importCsv: string };
  /** The toast of an import. */
  readonly imported: (result: R) => string;
  readonly onExport: () => Promise<unknown>;
  /** Whether a failed export is shown: by default it is only logged (docs/spec/monitoring.md, section 7). */
  readonly showsFailedExport?: boolean;
  readonly onImport: (file: File) => Promise<R>;
  /** Key of the query that an import invalidates. */
  readonly queryKey: QueryKey;
  /** Called with the text about invalid lines, or with null after an import. */
  readonly onRefused: (text: string | null) => void;
}

/** Export and import of settings as CSV. */
export const CsvTools = <R,>(props: Props<R>) => {
  const { words, imported, onExport, showsFailedExport = false, onImport, queryKey, onRefused } = props;
  const exporting = useAction(onExport, {
    fails: showsFailedExport ? 'toast' : 'here',
    onFailure: (error) => console.error(error),
  });
  const importing = useAction(onImport, {
    // Shown on the page until the next import, so that the file can be corrected with it.
    fails: 'here',
    onFailure: (error) => onRefused(errorText(error)),
    toast: imported,
    refetches: [queryKey],
    onDone: () => onRefused(null),
  });
  return (
    <>
      <Button icon="download" onClick={exporting.run}>
        {words.exportCsv}
      </Button>
      <UploadButton label={words.importCsv} accept=".csv,text/csv" busy={importing.busy} onFile={importing.run} />
    </>
  );
};
