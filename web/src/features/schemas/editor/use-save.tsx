import { useQueryClient } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import { Tab } from '@tocsin/contract/schemas';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { Modal } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/http.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { errorText, useAction } from '../../../ui/use-action.ts';
import { documentOfTab } from '../canvas/saved-tab.ts';
import { documentOf, tabOf } from '../canvas/tab-document.ts';
import { errorLines } from '../model.ts';
import { schemaQuery } from '../queries.ts';
import type { Editor } from './model/editor.ts';

/** The site, schema and tab to which the drawing is saved. */
export interface Place {
  readonly siteId: number;
  readonly schemaId: number | null;
  readonly tabId: number | null;
  readonly version: number | null;
}

type Trouble =
  | { readonly kind: 'refused'; readonly lines: readonly string[] }
  | { readonly kind: 'conflict'; readonly newer: Tab }
  | { readonly kind: 'gone' };

interface Saving {
  readonly save: () => void;
  readonly isBusy: boolean;
  readonly dialogs: ReactNode;
}

const newerOf = (body: unknown): Tab | null => {
  const current = typeof body === 'object' && body !== null ? Reflect.get(body, 'current') : null;
  const parsed = Tab.safeParse(current);
  return parsed.success ? parsed.data : null;
};

/** Saves the tab and reports what prevents it: field errors, a newer version, a deleted tab. */
export function useSave(editor: Editor, place: Place, schemaName: string | null, saved: (tab: Tab) => void): Saving {
  const queries = useQueryClient();
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const { siteId, schemaId, tabId, version } = place;
  const send = async (how: 'save' | 'over' | 'new'): Promise<Tab> => {
    const before = editor.snapshot();
    const fields = {
      ...documentOf(before.tab),
      location: siteId,
      schema: schemaId,
      ...(schemaName === null ? {} : { schema_name: schemaName }),
    };
    const tab =
      tabId === null || how === 'new'
        ? await call(endpoints.addTab, { body: fields })
        : await call(endpoints.saveTab, {
            params: { id: tabId },
            body: how === 'over' || version === null ? fields : { ...fields, version },
          });
    // Changes made while the call was running are not saved yet.
    if (editor.snapshot().tab === before.tab) editor.markSaved();
    return tab;
  };
  const { run, busy: isBusy } = useAction(send, {
    fails: 'here',
    toast: (tab) => (schemaId !== null && tab.schema !== schemaId ? texts.savedCopy : texts.savedNow),
    onDone: async (tab) => {
      setTrouble(null);
      await queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('schema') });
      queries.setQueryData(['schema-tab', tab.id], tab);
      // Load a new schema or copy before the address changes to it.
      if (tab.schema !== schemaId) await queries.prefetchQuery(schemaQuery(tab.schema));
      saved(tab);
    },
    onFailure: (error) => {
      if (error instanceof CallError) setTrouble(troubleOf(error));
      else showToast('error', errorText(error));
    },
  });
  const save = useCallback(() => run('save'), [run]);
  const close = () => setTrouble(null);
  const takeNewer = (newer: Tab): void => {
    editor.replace(tabOf(documentOfTab(newer)), false);
    queries.setQueryData(['schema-tab', newer.id], newer);
    close();
    saved(newer);
  };

  return {
    save,
    isBusy,
    dialogs: (
      <>
        <Modal
          open={trouble?.kind === 'refused'}
          title={texts.refusedTitle}
          onCancel={close}
          footer={<Button onClick={close}>{texts.stay}</Button>}
        >
          <ul role="alert">{trouble?.kind === 'refused' && trouble.lines.map((line) => <li key={line}>{line}</li>)}</ul>
        </Modal>
        <Modal
          open={trouble?.kind === 'conflict'}
          title={texts.conflictTitle}
          onCancel={close}
          width={560}
          footer={
            trouble?.kind === 'conflict' && (
              <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 8, justifyContent: 'flex-end' }}>
                <Button look="danger" onClick={() => takeNewer(trouble.newer)}>
                  {texts.takeTheirs}
                </Button>
                <Button look="danger" onClick={() => run('over')}>
                  {texts.overwrite}
                </Button>
                <Button look="primary" onClick={() => run('new')}>
                  {texts.keepBoth}
                </Button>
              </span>
            )
          }
        >
          {trouble?.kind === 'conflict' &&
            texts.conflictBody(`${trouble.newer.modified_by.first_name} ${trouble.newer.modified_by.last_name}`.trim())}
        </Modal>
        <Modal
          open={trouble?.kind === 'gone'}
          title={texts.goneTitle}
          onCancel={close}
          okText={texts.saveAsNew}
          onOk={() => run('new')}
        >
          {texts.goneBody}
        </Modal>
      </>
    ),
  };
}

function troubleOf(error: CallError): Trouble {
  if (error.status === 409) {
    const newer = newerOf(error.body);
    if (newer !== null) return { kind: 'conflict', newer };
  }
  if (error.status === 404) return { kind: 'gone' };
  const lines = errorLines(error.fields);
  return { kind: 'refused', lines: lines.length > 0 ? lines : [error.message] };
}
