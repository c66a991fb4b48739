import { useQueryClient } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import { ImportedSchema } from '@tocsin/contract/schemas';
import { texts } from '@tocsin/contract/texts/schemas';
import { useRef, useState } from 'react';
import { ask, CallError } from '../../../api/http.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { errorLines } from '../model.ts';

const path = endpoints.importFile.path.replace('/api/', '');

/** Imports a schema from a file; reports sensors that were not found at this site. */
export const ImportButton = ({ siteId }: { readonly siteId: number }) => {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const take = async (file: File): Promise<void> => {
    setBusy(true);
    const body = new FormData();
    body.append('file', file);
    try {
      const imported = await ask({ method: 'POST', path, query: { location: siteId }, body }, ImportedSchema);
      await queries.invalidateQueries({ queryKey: ['schemas'] });
      showToast(
        'success',
        imported.unbound.length > 0
          ? `${texts.importedNow}. ${texts.unbound(imported.unbound.length)}`
          : texts.importedNow,
      );
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showToast('error', errorLines(error.fields)[0] ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={texts.importSchema}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void take(file);
        }}
      />
      <Button icon="upload" busy={busy} onClick={() => input.current?.click()}>
        {texts.importSchema}
      </Button>
    </>
  );
};
