import { useQuery, useQueryClient } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/protection';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import { showToast } from '../../../ui/toast.tsx';
import { type Assignable, titleOf } from '../model.ts';
import { assignOwner, ownersQuery } from '../queries.ts';
import css from './dialogs.module.css';

const t = texts.assign;
/** Choice that stands for nobody; user ids begin at 1. */
const nobody = 0;

/** Assigns an owner to an entry. */
export const AssignDialog = ({ entry, onClose }: { readonly entry: Assignable; readonly onClose: () => void }) => {
  const queries = useQueryClient();
  const people = useQuery(ownersQuery(entry.device_id)).data?.results ?? [];
  const [picked, setPicked] = useState<number>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const owner = picked ?? people.find(({ name }) => name === entry.who)?.id;
  const send = async (): Promise<void> => {
    if (owner === undefined) {
      setFailure(t.pick);
      return;
    }
    setBusy(true);
    try {
      const { sensor_id: sensor, kind } = entry;
      await assignOwner(queries, entry.device_id, { sensor, kind, owner: owner === nobody ? null : owner });
      const name = people.find(({ id }) => id === owner)?.name;
      showToast('success', name === undefined ? t.cleared : t.done(name));
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t.title(titleOf(entry))}
      okText={t.act}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
      width={480}
    >
      <p>{t.about}</p>
      <label className={css.label} htmlFor="protection-owner">
        {t.owner}
        <Select<number>
          id="protection-owner"
          showSearch={searchByLabel}
          placeholder={t.pick}
          {...(owner === undefined ? {} : { value: owner })}
          options={[
            ...people.map(({ id, name }) => ({ value: id, label: name })),
            ...(entry.who === null ? [] : [{ value: nobody, label: t.none }]),
          ]}
          onChange={(id) => {
            setPicked(id);
            setFailure(null);
          }}
          {...(failure === null ? {} : { status: 'error' as const })}
        />
      </label>
      {failure && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
    </Modal>
  );
};
