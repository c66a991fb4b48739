import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import type { Schema } from '@tocsin/contract/schemas';
import { texts } from '@tocsin/contract/texts/schemas';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/http.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { addresses } from '../addresses.ts';
import type { TabActions } from './tab-strip.tsx';
import { movedOrder } from './tab-trouble.ts';

interface Both {
  readonly actions: TabActions;
  readonly addTab: () => void;
  readonly dialog: ReactNode;
}

/** Editing actions on tabs. For a published schema, each first opens the 'modify published' prompt. */
export function useTabActions(schema: Schema, siteId: number, tabId: number): Both {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const refresh = () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('schema') });

  /** Runs at once, or after the prompt. */
  const modify = (then: () => Promise<unknown>) => (): void => {
    if (!schema.is_published) {
      then().catch((error: unknown) => {
        if (error instanceof CallError) showToast('error', error.message || texts.actionFailed);
        else throw error;
      });
      return;
    }
    ask({
      title: texts.modifyTitle,
      body: (
        <>
          <p>{texts.published}</p>
          <p>{texts.modifyBody}</p>
        </>
      ),
      yes: texts.modifyYes,
      act: then,
    });
  };

  const clone = async (): Promise<void> => {
    const created = await call(endpoints.cloneTab, { params: { id: tabId } });
    await refresh();
    showToast('success', texts.tabCloned);
    await navigate({ to: addresses.tab(siteId, created.schema, created.id) });
  };

  const remove = async (): Promise<void> => {
    await call(endpoints.removeTab, { params: { id: tabId } });
    showToast('success', texts.tabDeleted);
    const [next] = schema.schema_tabs.filter((tab) => tab.id !== tabId);
    await navigate({
      to: next === undefined ? addresses.list(siteId) : addresses.tab(siteId, schema.id, next.id),
    });
    await refresh();
  };

  const move = async (by: -1 | 1): Promise<void> => {
    const order = movedOrder(
      schema.schema_tabs.map((tab) => tab.id),
      tabId,
      by,
    );
    if (order === null) return;
    await call(endpoints.orderTabs, { body: order.map((id, i) => ({ id, order: i })) });
    await refresh();
  };

  return {
    actions: {
      edit: modify(() => navigate({ to: addresses.editTab(siteId, schema.id, tabId) })),
      clone: modify(clone),
      remove: schema.is_published
        ? null
        : () =>
            ask({
              title: texts.deleteTab,
              yes: texts.yes,
              danger: true,
              act: async () =>
                void setTimeout(
                  () => ask({ title: texts.deleteAgain, yes: texts.remove, danger: true, act: remove }),
                  0,
                ),
            }),
      move: schema.is_published ? null : (by) => modify(() => move(by))(),
    },
    addTab: modify(() => navigate({ to: addresses.newTab(siteId, schema.id) })),
    dialog,
  };
}
