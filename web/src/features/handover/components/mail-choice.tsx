import { useQueryClient } from '@tanstack/react-query';
import type { Handover } from '@tocsin/contract/handover';
import { texts } from '@tocsin/contract/texts/handover';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useMe } from '../../../domain/me.ts';
import { showToast } from '../../../ui/toast.tsx';
import { saveMails } from '../queries.ts';

const t = texts.mails;

/** Turns e-mails with this page on or off, for each day and each week. */
export const MailChoice = ({ shown }: { readonly shown: Handover }) => {
  const queries = useQueryClient();
  const me = useMe();
  // Shows the new choice before it is saved.
  const [chosen, setChosen] = useState<Handover['mails'] | null>(null);
  if (!me || me.kind === 'wall') return null;
  const mails = chosen ?? shown.mails;
  const choose = async (span: keyof Handover['mails'], isOn: boolean): Promise<void> => {
    const next = { ...mails, [span]: isOn };
    setChosen(next);
    try {
      await saveMails(queries, shown.site.id, next);
      showToast('success', t.saved);
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : String(error));
    } finally {
      setChosen(null);
    }
  };
  return (
    <fieldset>
      <legend>{t.title}</legend>
      {(['day', 'week'] as const).map((span) => (
        <Checkbox key={span} checked={mails[span]} onChange={(event) => void choose(span, event.target.checked)}>
          {t[span]}
        </Checkbox>
      ))}
    </fieldset>
  );
};
