import { endpoints } from '@tocsin/contract/schema-endpoints';
import { ImportedSchema } from '@tocsin/contract/schemas';
import { texts } from '@tocsin/contract/texts/schemas';
import { ask } from '../../../api/http.ts';
import { UploadButton } from '../../../ui/upload-button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { failureText } from '../failure-text.ts';

const path = endpoints.importFile.path.replace('/api/', '');

/** Imports a schema from a file; reports sensors that were not found at this site. */
export const ImportButton = ({ siteId }: { readonly siteId: number }) => {
  const { run, busy } = useAction(
    (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return ask({ method: 'POST', path, query: { location: siteId }, body }, ImportedSchema);
    },
    {
      failureText,
      toast: ({ unbound }) =>
        unbound.length > 0 ? `${texts.importedNow}. ${texts.unbound(unbound.length)}` : texts.importedNow,
      refetches: [['schemas']],
    },
  );
  return <UploadButton label={texts.importSchema} accept=".json,application/json" busy={busy} onFile={run} />;
};
