import { useQuery } from '@tanstack/react-query';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { endpoints, type ProtectionSetting } from '@tocsin/contract/protection-hours';
import { texts } from '@tocsin/contract/texts/protection-hours';
import { Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Labelled } from '../../../ui/labelled.tsx';
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import { Loading } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { settingQuery } from '../hours-queries.ts';

const t = texts.setting;
/** The usual sensor, as a choice. */
const usual = '*';
type Change = BodyIn<typeof endpoints.changeSetting>;
interface Props {
  readonly device: { readonly id: number; readonly title: string };
  readonly onClose: () => void;
}

interface FieldsProps {
  readonly setting: ProtectionSetting;
  readonly draft: Change;
  readonly onChange: (draft: Change) => void;
}

const Fields = ({ setting, draft, onChange }: FieldsProps) => {
  const nameOf = (path: string): string => setting.sensors.find((one) => one.sensor_id === path)?.sensor ?? path;
  const choose = (path: string, choice: string): void => {
    const { [path]: _, ...rest } = draft.sensors;
    onChange({ ...draft, sensors: choice === usual ? rest : { ...rest, [path]: choice === 'yes' } });
  };
  return (
    <Stack gap={12}>
      <Note>{t.note}</Note>
      <Labelled label={t.running}>
        <Select
          showSearch={searchByLabel}
          value={draft.running_sensor ?? usual}
          onChange={(path) => onChange({ ...draft, running_sensor: path === usual ? null : path })}
          options={[
            {
              value: usual,
              label: setting.usual_running === null ? t.usualNone : t.usual(nameOf(setting.usual_running)),
            },
            { value: '', label: t.none },
            ...setting.sensors.map(({ sensor_id, sensor }) => ({ value: sensor_id, label: sensor })),
          ]}
        />
      </Labelled>
      {draft.running_sensor !== '' && (
        <Labelled label={t.above}>
          <InputNumber
            style={{ width: '100%' }}
            value={draft.running_above}
            placeholder={t.aboveHint}
            onChange={(value) => onChange({ ...draft, running_above: value })}
          />
        </Labelled>
      )}
      <Text as="h3" size={14} weight={600}>
        {t.sensors}
      </Text>
      <Stack as="ul" gap={6} maxHeight={260} overflowY="auto">
        {setting.sensors.map(({ sensor_id, sensor, was_required }) => {
          const own = draft.sensors[sensor_id];
          return (
            <Row key={sensor_id} as="li" justify="space-between" gap={12}>
              <span>{sensor}</span>
              <Select
                aria-label={sensor}
                value={own === undefined ? usual : own ? 'yes' : 'no'}
                onChange={(choice) => choose(sensor_id, choice)}
                options={[
                  { value: usual, label: `${t.asUsual} (${was_required ? t.yes : t.no})` },
                  { value: 'yes', label: t.yes },
                  { value: 'no', label: t.no },
                ]}
              />
            </Row>
          );
        })}
      </Stack>
      <Labelled label={t.reason}>
        <Input
          maxLength={500}
          value={draft.reason}
          onChange={({ target }) => onChange({ ...draft, reason: target.value })}
        />
      </Labelled>
    </Stack>
  );
};

const draftOf = (setting: ProtectionSetting): Change => ({
  running_sensor: setting.running_sensor,
  running_above: setting.running_above,
  sensors: Object.fromEntries(
    setting.sensors.flatMap(({ sensor_id, is_required }) => (is_required === null ? [] : [[sensor_id, is_required]])),
  ),
  reason: '',
});

/** Which sensor tells that the machine runs, and which sensors are required. */
export const SettingDialog = ({ device, onClose }: Props) => {
  const { data: setting, error } = useQuery(settingQuery(device.id));
  const [changed, setChanged] = useState<Change | null>(null);
  const draft = changed ?? (setting ? draftOf(setting) : null);
  const save = useAction((body: Change) => call(endpoints.changeSetting, { params: { id: device.id }, body }), {
    fails: 'here',
    toast: t.saved,
    refetches: [['protection-setting', device.id]],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t.title(device.title)}
      verb={t.save}
      busy={save.busy}
      isReady={draft !== null && draft.reason.trim() !== ''}
      failure={save.failure ?? error?.message}
      dirty={changed !== null}
      width={560}
      onSubmit={() => draft && save.run(draft)}
      onClose={onClose}
    >
      {setting && draft ? <Fields setting={setting} draft={draft} onChange={setChanged} /> : <Loading />}
    </FormDialog>
  );
};
