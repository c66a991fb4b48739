import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Rotation } from '@tocsin/contract/on-call';
import { texts } from '@tocsin/contract/texts/on-call';
import { Form, Select } from 'antd';
import { peopleQuery } from '../../../domain/on-call-people.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { FormMoment } from '../../../ui/form-pickers.tsx';
import { Grid, Text } from '../../../ui/layout.tsx';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import { showToast } from '../../../ui/toast.tsx';
import { momentOfFields, wallFields } from '../../../ui/zone.ts';
import { createOverride } from '../queries.ts';

const t = texts.fields;

/** Initial values: a gap's rotation and period. */
export interface OverrideStart {
  readonly rotation: number;
  /** unix ms */
  readonly from: number;
  readonly to: number;
}

interface Values {
  readonly rotation: number;
  readonly person: number;
  /** Wall time in the rotation's zone, `2026-11-23T06:00`. */
  readonly from: string;
  readonly to: string;
}

interface Props {
  readonly start: OverrideStart;
  readonly rotations: readonly Rotation[];
  readonly onClose: () => void;
}

const wallOf = (at: number, zone: string): string => {
  const { date, time } = wallFields(at, zone);
  return `${date}T${time}`;
};
const momentOf = (wall: string, zone: string): number | null => {
  const [date = '', time = ''] = wall.split('T');
  return momentOfFields(date, time, zone);
};

/** Creates an override: another person on call for a period. */
export const OverrideDialog = ({ start, rotations, onClose }: Props) => {
  const [form] = Form.useForm<Values>();
  const chosen = Form.useWatch('rotation', form) ?? start.rotation;
  const rotation = rotations.find((one) => one.id === chosen);
  const zone = rotation?.timezone ?? 'UTC';
  const queries = useQueryClient();
  const { data: people } = useQuery(peopleQuery(rotation?.client ?? null, rotation?.location ?? null));
  const firstZone = rotations.find((one) => one.id === start.rotation)?.timezone ?? 'UTC';
  const save = async ({ rotation: id, person, from, to }: Values): Promise<void> => {
    const begin = momentOf(from, zone);
    const end = momentOf(to, zone);
    if (begin === null || end === null) return;
    const [fromText, toText] = [begin, end].map((at) => new Date(at).toISOString());
    await createOverride({ rotation: id, person, from: fromText ?? '', to: toText ?? '' });
    showToast('success', texts.saved);
    await queries.invalidateQueries({ queryKey: ['on-call'] });
    onClose();
  };
  return (
    <Dialog title={texts.addOverride} onClose={onClose} width={480}>
      <FormPage<Values>
        inCard
        form={form}
        initial={{
          rotation: start.rotation,
          from: wallOf(start.from, firstZone),
          to: wallOf(start.to, firstZone),
        }}
        save={texts.save}
        onSave={save}
        onCancel={onClose}
      >
        <Form.Item name="rotation" label={t.rotation}>
          <Select<number> options={rotations.map((one) => ({ value: one.id, label: one.title }))} />
        </Form.Item>
        <Form.Item name="person" label={t.person} rules={[{ required: true, message: t.personMissing }]}>
          <Select<number>
            showSearch={searchByLabel}
            options={(people?.results ?? []).map((one) => ({ value: one.id, label: one.name }))}
          />
        </Form.Item>
        <Grid columns="repeat(auto-fit, minmax(200px, 1fr))" gap="0 12px">
          <Form.Item name="from" label={t.from} rules={[{ required: true, message: t.momentMissing }]}>
            <FormMoment label={t.from} />
          </Form.Item>
          <Form.Item name="to" label={t.to} rules={[{ required: true, message: t.momentMissing }]}>
            <FormMoment label={t.to} />
          </Form.Item>
        </Grid>
        <Text as="p" margin="0 0 12px" tone="quiet">
          {t.inZone(zone)}
        </Text>
      </FormPage>
    </Dialog>
  );
};
