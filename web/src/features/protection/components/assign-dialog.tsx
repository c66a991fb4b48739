import { useQuery, useQueryClient } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/protection';
import { Select } from 'antd';
import { useState } from 'react';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Labelled } from '../../../ui/labelled.tsx';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import { useAction } from '../../../ui/use-action.ts';
import { type Assignable, titleOf } from '../model.ts';
import { assignOwner, ownersQuery } from '../queries.ts';

const t = texts.assign;
/** Choice that stands for nobody; user ids begin at 1. */
const nobody = 0;

/** Assigns an owner to an entry. */
export const AssignDialog = ({ entry, onClose }: { readonly entry: Assignable; readonly onClose: () => void }) => {
  const queries = useQueryClient();
  const people = useQuery(ownersQuery(entry.device_id)).data?.results ?? [];
  const [picked, setPicked] = useState<number>();
  const [isSent, setSent] = useState(false);
  const owner = picked ?? people.find(({ name }) => name === entry.who)?.id;
  const assign = (to: number): Promise<void> => {
    const { sensor_id: sensor, kind } = entry;
    return assignOwner(queries, entry.device_id, { sensor, kind, owner: to === nobody ? null : to });
  };
  const { run, busy, failure, clear } = useAction(assign, {
    fails: 'here',
    toast: (_, to) => {
      const name = people.find(({ id }) => id === to)?.name;
      return name === undefined ? t.cleared : t.done(name);
    },
    onDone: onClose,
  });
  const wrong = isSent && owner === undefined ? t.pick : failure;
  return (
    <FormDialog
      title={t.title(titleOf(entry))}
      verb={t.act}
      busy={busy}
      failure={wrong}
      onSubmit={() => {
        setSent(true);
        if (owner !== undefined) run(owner);
      }}
      onClose={onClose}
      width={480}
    >
      <p>{t.about}</p>
      <Labelled label={t.owner}>
        <Select<number>
          showSearch={searchByLabel}
          placeholder={t.pick}
          {...(owner === undefined ? {} : { value: owner })}
          options={[
            ...people.map(({ id, name }) => ({ value: id, label: name })),
            ...(entry.who === null ? [] : [{ value: nobody, label: t.none }]),
          ]}
          onChange={(id) => {
            setPicked(id);
            clear();
          }}
          {...(wrong === null ? {} : { status: 'error' as const })}
        />
      </Labelled>
    </FormDialog>
  );
};
