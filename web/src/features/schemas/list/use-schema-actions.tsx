import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@tocsin/contract/limits';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import type { Schema } from '@tocsin/contract/schemas';
import { texts } from '@tocsin/contract/texts/schemas';
import { type ReactNode, useState } from 'react';
import { call, download } from '../../../api/call.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { NameDialog } from './name-dialog.tsx';

type Asking = { readonly what: 'clone' | 'publish'; readonly schema: Schema } | null;

interface SchemaActions {
  readonly clone: (schema: Schema) => void;
  readonly publish: (schema: Schema) => void;
  /** Removes it after two confirmations. */
  readonly remove: (schema: Schema) => void;
  /** Exports it as a file that another site can import. */
  readonly exportFile: (schema: Schema) => void;
  readonly dialogs: ReactNode;
}

/** Actions on a whole schema, with their confirmations. */
export function useSchemaActions(done: (what: 'clone' | 'publish' | 'remove', schema: Schema) => void): SchemaActions {
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Asking>(null);
  const { ask, dialog } = useConfirm();
  const refresh = () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('schema') });

  const clone = async (schema: Schema, name: string): Promise<void> => {
    const created = await call(endpoints.clone, { params: { id: schema.id }, body: { name } });
    await refresh();
    showToast('success', texts.clonedNow);
    done('clone', created);
  };
  const publish = async (schema: Schema, comment: string): Promise<void> => {
    const created = await call(endpoints.publish, { params: { id: schema.id }, body: { comment } });
    await refresh();
    showToast('success', texts.publishedNow);
    done('publish', created);
  };
  const remove = async (schema: Schema): Promise<void> => {
    await call(endpoints.remove, { params: { id: schema.id } });
    showToast('success', texts.removedNow);
    done('remove', schema);
    await refresh();
  };
  const askAgain = (schema: Schema): void =>
    ask({ title: texts.deleteAgain, yes: texts.remove, danger: true, act: () => remove(schema) });

  const { run: exportFile } = useAction((schema: Schema) =>
    download(endpoints.exportFile, { params: { id: schema.id } }, texts.fileName(schema.name)),
  );

  return {
    exportFile,
    clone: (schema) => setAsking({ what: 'clone', schema }),
    publish: (schema) => setAsking({ what: 'publish', schema }),
    remove: (schema) =>
      ask({
        title: texts.deleteSchema,
        body: schema.name,
        yes: texts.yes,
        danger: true,
        // The second confirmation opens once the first has closed.
        act: async () => void setTimeout(() => askAgain(schema), 0),
      }),
    dialogs: (
      <>
        {dialog}
        {asking?.what === 'clone' && (
          <NameDialog
            title={texts.cloneTitle(asking.schema.name)}
            label={texts.newName}
            initial={texts.nameOfClone(asking.schema.name).slice(0, limits.nameLength)}
            yes={texts.clone}
            maxLength={limits.nameLength}
            act={(name) => clone(asking.schema, name)}
            close={() => setAsking(null)}
          />
        )}
        {asking?.what === 'publish' && (
          <NameDialog
            title={texts.publishTitle(asking.schema.name)}
            label={texts.comment}
            help={texts.commentHelp}
            yes={texts.publish}
            maxLength={500}
            long
            act={(comment) => publish(asking.schema, comment)}
            close={() => setAsking(null)}
          />
        )}
      </>
    ),
  };
}
