import { useQueryClient } from '@tanstack/react-query';
import type { Handover } from '@tocsin/contract/handover';
import { texts } from '@tocsin/contract/texts/handover';
import { Checkbox } from 'antd';
import { useMe } from '../../../domain/me.ts';
import { useAction } from '../../../ui/use-action.ts';
import { saveMails } from '../queries.ts';

const t = texts.mails;

/** Turns e-mails with this page on or off, for each day and each week. */
export const MailChoice = ({ shown }: { readonly shown: Handover }) => {
  const queries = useQueryClient();
  const me = useMe();
  const { run, busy, args } = useAction((next: Handover['mails']) => saveMails(queries, shown.site.id, next), {
    toast: t.saved,
  });
  if (!me || me.kind === 'wall') return null;
  // Shows the new choice before it is saved.
  const mails = (busy ? args?.[0] : null) ?? shown.mails;
  return (
    <fieldset>
      <legend>{t.title}</legend>
      {(['day', 'week'] as const).map((span) => (
        <Checkbox
          key={span}
          checked={mails[span]}
          onChange={(event) => run({ ...mails, [span]: event.target.checked })}
        >
          {t[span]}
        </Checkbox>
      ))}
    </fieldset>
  );
};
