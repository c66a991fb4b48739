import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlatPage } from '@tocsin/contract/settings';
import { texts } from '@tocsin/contract/texts/settings';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { PageDialog } from './page-dialog.tsx';
import { pagesQuery, removePage } from './queries.ts';
import css from './settings.module.css';

const t = texts.styles;

/** The static pages in order. */
export const FlatPages = () => {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(pagesQuery());
  const [editing, setEditing] = useState<FlatPage | 'new' | null>(null);
  const { ask, dialog } = useConfirm();
  const reload = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['oem', 'pages'] });
    await queries.invalidateQueries({ queryKey: ['layout-settings'] });
    await queries.invalidateQueries({ queryKey: ['flat-page'] });
  };
  const askRemove = (page: FlatPage): void =>
    ask({
      title: t.removeAsk(page.title),
      body: t.removeAbout,
      yes: t.remove,
      danger: true,
      act: async () => {
        await removePage(page.id);
        showToast('success', t.removed);
        await reload();
      },
    });
  const next = Math.max(0, ...(data?.results.map((page) => page.order) ?? [])) + 1;
  return (
    <Stack as="section" surface gap={12} minWidth={0} padding={20} className={css.panel} aria-labelledby="pages-title">
      <header>
        <h2 id="pages-title">{t.pages}</h2>
        <Button icon="plus" onClick={() => setEditing('new')}>
          {t.add}
        </Button>
      </header>
      <p>{t.pagesAbout}</p>
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.count === 0 && <Empty title={t.none} />}
      <ul className={css.pages}>
        {data?.results.map((page) => (
          <li key={page.id}>
            <span>
              <strong>{page.title}</strong> <Text tone="faint">{page.slug}</Text>
            </span>
            <Button size="bar" aria-label={`${t.edit}: ${page.title}`} onClick={() => setEditing(page)}>
              {t.edit}
            </Button>
            <Button size="bar" look="danger" aria-label={`${t.remove}: ${page.title}`} onClick={() => askRemove(page)}>
              {t.remove}
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
      {editing !== null && (
        <PageDialog
          page={editing === 'new' ? null : editing}
          order={next}
          onClose={() => setEditing(null)}
          onDone={async () => {
            // Closes after the list is refetched: reopened earlier, the dialog would show the old text.
            await reload();
            setEditing(null);
          }}
        />
      )}
    </Stack>
  );
};
