import { useQueryClient } from '@tanstack/react-query';
import type { Handover } from '@tocsin/contract/handover';
import { texts } from '@tocsin/contract/texts/handover';
import { Input } from 'antd';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { startsIn } from '../model.ts';
import { saveShifts } from '../queries.ts';

/** The start times of shifts, which users who may edit the site can change. */
export const ShiftTimes = ({ shown }: { readonly shown: Handover }) => {
  const queries = useQueryClient();
  const [text, setText] = useState<string | null>(null);
  const starts = shown.starts.join(', ');
  const { run: save, busy } = useAction((typed: string) => saveShifts(queries, shown.site.id, startsIn(typed)), {
    toast: texts.shiftsSaved,
    onDone: () => setText(null),
  });
  if (text === null)
    return (
      <>
        <span>
          {texts.shifts} {starts}
        </span>
        {shown.may_edit_shifts && (
          <Button look="quiet" icon="edit" onClick={() => setText(starts)}>
            {texts.changeShifts}
          </Button>
        )}
      </>
    );
  return (
    <>
      <Input
        aria-label={texts.shiftsHint}
        title={texts.shiftsHint}
        style={{ width: 220 }}
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button look="primary" busy={busy} onClick={() => save(text)}>
        {texts.saveShifts}
      </Button>
      <Button onClick={() => setText(null)}>{texts.cancel}</Button>
    </>
  );
};
