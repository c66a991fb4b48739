import { useQueryClient } from '@tanstack/react-query';
import type { Handover } from '@tocsin/contract/handover';
import { texts } from '@tocsin/contract/texts/handover';
import { Checkbox } from 'antd';
import { useMe } from '../../../domain/plant.ts';
import { showToast } from '../../../ui/toast.tsx';
import { saveMails } from '../queries.ts';

const t = texts.mails;

/** Whether the person is mailed this page when a day or a week is over. */
export const MailChoice = ({ shown }: { readonly shown: Handover }) => {
  const queries = useQueryClient();
  const me = useMe();
  if (!me || me.kind === 'wall') return null;
  const choose = (span: keyof Handover['mails'], isOn: boolean): void =>
    void saveMails(queries, shown.site.id, { ...shown.mails, [span]: isOn }).then(
      () => showToast('success', t.saved),
      (error: unknown) => showToast('error', error instanceof Error ? error.message : String(error)),
    );
  return (
    <fieldset>
      <legend>{t.title}</legend>
      {(['day', 'week'] as const).map((span) => (
        <Checkbox key={span} checked={shown.mails[span]} onChange={(event) => choose(span, event.target.checked)}>
          {t[span]}
        </Checkbox>
      ))}
    </fieldset>
  );
};
