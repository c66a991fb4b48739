import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SiteId } from '@tocsin/contract/ids';
import type { Frequency, Rotation } from '@tocsin/contract/on-call';
import { texts } from '@tocsin/contract/texts/on-call';
import { Form, Input, Select } from 'antd';
import { peopleQuery } from '../../../domain/on-call-people.ts';
import type { Site } from '../../../domain/plant.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { FormDay, FormTime } from '../../../ui/form-pickers.tsx';
import { Grid } from '../../../ui/layout.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { changeRotation, createRotation, removeRotation } from '../queries.ts';
import { PeopleOrder } from './people-order.tsx';
import { TurnsPreview } from './turns-preview.tsx';

const t = texts.fields;
const zones = Intl.supportedValuesOf('timeZone');
const allSites = 0;

interface Values {
  readonly title: string;
  /** 0: all sites of the client. */
  readonly location: number;
  readonly people: readonly number[];
  readonly frequency: Frequency;
  readonly weekday: number;
  readonly handover_time: string;
  readonly timezone: string;
  readonly start: string;
}

interface Props {
  /** null: a new rotation. */
  readonly rotation: Rotation | null;
  readonly client: number | null;
  readonly site: number | null;
  readonly sites: readonly Site[];
  readonly zone: string;
  readonly onClose: () => void;
}

const valuesOf = ({ rotation, site, zone }: Props): Values => ({
  title: rotation?.title ?? '',
  location: rotation === null ? (site ?? allSites) : (rotation.location ?? allSites),
  people: rotation?.people.map((person) => person.id) ?? [],
  frequency: rotation?.frequency ?? 'weekly',
  weekday: rotation?.weekday ?? 1,
  handover_time: rotation?.handover_time ?? '06:00',
  timezone: rotation?.timezone ?? zone,
  start: rotation?.start ?? new Date().toLocaleDateString('sv-SE'),
});

/** The turns of a form, as calls take them. */
const bodyOf = ({ location: _, people, weekday, ...rest }: Values) => ({
  ...rest,
  people: [...people],
  weekday: rest.frequency === 'weekly' ? weekday : null,
});

/** Creates or changes a rotation: who, in which order, and when the duty is handed over. */
export const RotationDialog = (props: Props) => {
  const { rotation, client, sites, onClose } = props;
  const [form] = Form.useForm<Values>();
  const initial = valuesOf(props);
  const location = Form.useWatch('location', form) ?? initial.location;
  const frequency = Form.useWatch('frequency', form) ?? initial.frequency;
  const queries = useQueryClient();
  const { ask, dialog } = useConfirm();
  const { data: people } = useQuery(peopleQuery(client, location === allSites ? null : location));
  const had = rotation?.people ?? [];
  const choices = [
    ...(people?.results ?? []),
    ...had.filter(
      (one, index) =>
        !people?.results.some(({ id }) => id === one.id) && had.findIndex(({ id }) => id === one.id) === index,
    ),
  ];

  const done = async (text: string): Promise<void> => {
    showToast('success', text);
    await queries.invalidateQueries({ queryKey: ['on-call'] });
    onClose();
  };
  const values = Form.useWatch((all: Values) => all, form);
  const save = async (values: Values): Promise<void> => {
    const body = bodyOf(values);
    if (rotation) await changeRotation(rotation.id, { ...body, version: rotation.version });
    else
      await createRotation({ ...body, location: values.location === allSites ? null : SiteId.parse(values.location) });
    await done(texts.saved);
  };
  const remove = (of: Rotation): void =>
    ask({
      title: texts.removeTitle(of.title),
      body: texts.removeBody,
      yes: texts.remove,
      danger: true,
      act: async () => {
        await removeRotation(of.id);
        await done(texts.removed);
      },
    });
  return (
    <Dialog title={rotation ? texts.editTitle(rotation.title) : texts.add} onClose={onClose} width={520}>
      <FormPage<Values>
        inCard
        form={form}
        initial={initial}
        save={texts.save}
        onSave={save}
        onCancel={onClose}
        {...(rotation
          ? {
              onNewer: async () => {
                await queries.invalidateQueries({ queryKey: ['on-call'] });
                onClose();
              },
              dangerZone: (
                <Button look="danger" onClick={() => remove(rotation)}>
                  {texts.remove}
                </Button>
              ),
            }
          : {})}
      >
        <Form.Item name="title" label={t.title} rules={[{ required: true, whitespace: true, message: t.titleMissing }]}>
          <Input maxLength={80} />
        </Form.Item>
        {!rotation && (
          <Form.Item name="location" label={t.serves}>
            <Select<number>
              options={[
                { value: allSites, label: t.allSites },
                ...sites.map((one) => ({ value: Number(one.id), label: one.title })),
              ]}
            />
          </Form.Item>
        )}
        <Form.Item name="people" label={t.people} rules={[{ type: 'array', min: 1, message: t.peopleMissing }]}>
          <PeopleOrder people={choices} />
        </Form.Item>
        <Grid columns="repeat(auto-fit, minmax(130px, 1fr))" gap="0 12px">
          <Form.Item name="frequency" label={t.frequency}>
            <Select<Frequency>
              options={[
                { value: 'daily', label: t.daily },
                { value: 'weekly', label: t.weekly },
              ]}
            />
          </Form.Item>
          {frequency === 'weekly' && (
            <Form.Item name="weekday" label={t.weekday}>
              <Select<number>
                options={Object.entries(texts.weekdays).map(([day, label]) => ({ value: Number(day), label }))}
              />
            </Form.Item>
          )}
          <Form.Item name="handover_time" label={t.time} rules={[{ required: true, message: t.timeMissing }]}>
            <FormTime />
          </Form.Item>
        </Grid>
        <Grid columns="repeat(auto-fit, minmax(130px, 1fr))" gap="0 12px">
          <Form.Item name="timezone" label={t.zone}>
            <Select<string> showSearch options={zones.map((value) => ({ value, label: value }))} />
          </Form.Item>
          <Form.Item name="start" label={t.start} rules={[{ required: true, message: t.startMissing }]}>
            <FormDay />
          </Form.Item>
        </Grid>
        {rotation && values?.people && values.people.length > 0 && values.start && values.handover_time && (
          <TurnsPreview rotation={rotation} change={{ ...bodyOf(values), title: rotation.title }} />
        )}
      </FormPage>
      {dialog}
    </Dialog>
  );
};
