import { texts } from '@tocsin/contract/texts/labels';
import { Input } from 'antd';
import { useState } from 'react';
import { useSubmit } from '../../domain/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Stack, Text } from '../../ui/layout.tsx';

const t = texts.page;

interface Props {
  readonly site: number;
  /** Null: about the whole site. */
  readonly device: number | null;
  readonly about: string;
}

/** A note about a device or a site, now. */
export const AddNote = ({ site, device, about }: Props) => {
  const [text, setText] = useState('');
  const { run, busy } = useSubmit(t.noteAdded, () => setText(''));
  const add = (): void => run({ kind: 'note', about, site, device, task: null, text: text.trim() });
  return (
    <Stack as="section" surface gap={8} padding="12px 16px" aria-label={t.note}>
      <Text as="h2" size={16}>
        {t.note}
      </Text>
      <Input.TextArea
        aria-label={t.note}
        placeholder={t.notePlaceholder}
        maxLength={1_500}
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="large" busy={busy} disabled={text.trim() === ''} onClick={add}>
        {t.addNote}
      </Button>
    </Stack>
  );
};
