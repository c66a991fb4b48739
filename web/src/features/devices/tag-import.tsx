import { useQueryClient } from '@tanstack/react-query';
import type { TagList } from '@tocsin/contract/tag-list';
import { texts } from '@tocsin/contract/texts/add-device';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.tsx';
import { UploadButton } from '../../ui/upload-button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { changeModbus, modbusQuery, readTags } from './queries.ts';

const t = texts.tags;

/** Reads a tag list, says which lines could not be taken, and makes it the device's register map once that is fine. */
export const TagImport = ({ id }: { readonly id: number }) => {
  const queries = useQueryClient();
  const [list, setList] = useState<TagList | null>(null);
  const reading = useAction(async (file: File) => setList(await readTags(id, file)), { fails: 'here' });
  const saving = useAction(async () => {
    if (!list?.map) return;
    queries.setQueryData(modbusQuery(id).queryKey, await changeModbus(id, { map: list.map }));
    setList(null);
    showToast('success', t.used);
  });
  return (
    <Stack gap={12}>
      <Row wrap gap={12}>
        <UploadButton label={t.import} accept=".csv,.txt,text/csv" busy={reading.busy} onFile={reading.run} />
        <Note>{t.importAbout}</Note>
      </Row>
      {reading.failure && <Notice tone="warning">{reading.failure}</Notice>}
      {list && (
        <Stack gap={8} role="status">
          <p>{t.taken(list.taken, list.lines)}</p>
          {list.preview.map(({ name, address, type }) => (
            <p key={`${address} ${name}`}>{t.preview(name, address, type)}</p>
          ))}
          {list.taken > list.preview.length && <Note>{t.more(list.taken - list.preview.length)}</Note>}
          {list.unused.length > 0 && <Note>{t.unused(list.unused.join(', '))}</Note>}
          {list.bad.slice(0, 20).map(({ line, text }) => (
            <Note key={line}>{t.line(line, text)}</Note>
          ))}
          {list.bad_count > 20 && <Note>{t.more(list.bad_count - 20)}</Note>}
          <Row gap={8}>
            <Button look="primary" busy={saving.busy} disabled={list.map === null} onClick={() => saving.run()}>
              {t.use}
            </Button>
            <Button onClick={() => setList(null)}>{t.drop}</Button>
          </Row>
        </Stack>
      )}
    </Stack>
  );
};
