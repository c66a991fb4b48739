import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Handover } from '@tocsin/contract/handover';
import { texts } from '@tocsin/contract/texts/handover';
import { Form, Input, Select } from 'antd';
import { devicesQuery } from '../../../domain/plant.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { FormMoment } from '../../../ui/form-pickers.tsx';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import { showToast } from '../../../ui/toast.tsx';
import { momentOfFields } from '../../../ui/zone.ts';
import { lastMomentOf } from '../model.ts';
import { addNote } from '../queries.ts';

const t = texts.note;

interface Values {
  readonly text: string;
  /** 0: the whole site. */
  readonly device: number;
  /** Site time, `2026-11-23T06:00`; empty: now. */
  readonly at?: string;
}

/** Adds a note to the shown shift; in the current shift its time is now unless another one is chosen. */
export const NoteDialog = ({ shown, onClose }: { readonly shown: Handover; readonly onClose: () => void }) => {
  const [form] = Form.useForm<Values>();
  const queries = useQueryClient();
  const { data: devices } = useQuery(devicesQuery(shown.site.id));
  const zone = shown.site.timezone;
  const save = async ({ text, device, at }: Values): Promise<void> => {
    const [date = '', time = ''] = (at ?? '').split('T');
    const moment = at ? momentOfFields(date, time, zone) : null;
    await addNote(queries, shown.site.id, {
      text,
      device: device === 0 ? null : device,
      ...(moment === null ? {} : { at: new Date(moment).toISOString() }),
    });
    showToast('success', t.saved);
    onClose();
  };
  return (
    <Dialog title={t.add} onClose={onClose}>
      <FormPage<Values>
        inCard
        form={form}
        initial={{ text: '', device: 0, at: lastMomentOf(shown) }}
        save={t.save}
        onSave={save}
        onCancel={onClose}
      >
        <Form.Item name="text" label={t.text} rules={[{ required: true, whitespace: true, message: t.missing }]}>
          <Input.TextArea rows={3} maxLength={1_500} />
        </Form.Item>
        <Form.Item name="device" label={t.device}>
          <Select<number>
            showSearch={searchByLabel}
            options={[
              { value: 0, label: texts.wholeSite },
              ...(devices?.results ?? []).map(({ id, title }) => ({ value: Number(id), label: title })),
            ]}
          />
        </Form.Item>
        <Form.Item name="at" label={t.at(zone)}>
          <FormMoment label={t.at(zone)} />
        </Form.Item>
      </FormPage>
    </Dialog>
  );
};
