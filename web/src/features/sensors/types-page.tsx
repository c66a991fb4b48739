import { useQuery } from '@tanstack/react-query';
import { warnsOnly } from '@tocsin/contract/device-type';
import { endpoints, type SensorTypes } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/sensors';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { type Device, shownType } from '../../domain/plant.ts';
import { allWarningsQuery } from '../../domain/warning-rules.ts';
import { Text } from '../../ui/layout.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForEditors, Loaded } from './components/for-editors.tsx';
import frame from './components/settings-frame.module.css';
import { SettingsLayout } from './components/settings-frame.tsx';
import { type RenewedRow, TypeRow } from './components/type-row.tsx';
import { invalidatesWarnings, isTypeChanged, type TypeDraft, typeOf } from './model.ts';
import { typesQuery } from './queries.ts';
import { useSave } from './use-save.ts';

const words = texts.types;
type Types = z.infer<typeof SensorTypes>;
type Sensor = Types['sensors'][number];

const TypesForm = ({ device, types }: { readonly device: Device; readonly types: Types }) => {
  const [drafts, setDrafts] = useState<Readonly<Record<string, TypeDraft>>>({});
  const [newValues, setNewValues] = useState<Readonly<Record<number, number | null>>>({});
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { data: warnings } = useQuery(allWarningsQuery(device.id));
  const draftOf = (sensor: Sensor): TypeDraft => drafts[sensor.id] ?? typeOf(sensor);
  const changed = types.sensors.filter((sensor) => isTypeChanged(sensor, draftOf(sensor)));
  const rowsOf = (sensor: Sensor): readonly RenewedRow[] =>
    invalidatesWarnings(sensor, draftOf(sensor))
      ? (warnings?.results ?? [])
          .filter((rule) => rule.sensor_id === sensor.id)
          .map((rule) => ({ rule, value: newValues[rule.id] ?? null }))
      : [];
  const requiredRows = changed.flatMap(rowsOf);
  const bad =
    changed.some((sensor) => !draftOf(sensor).k || draftOf(sensor).c === null) ||
    requiredRows.some((row) => row.value === null);
  const save = useSave(changed.length > 0, () =>
    call(endpoints.saveTypes, {
      params: { id: device.id },
      body: {
        sensor_types: Object.fromEntries(
          changed.map((sensor) => {
            const { type, unit, k, c } = draftOf(sensor);
            return [sensor.id, { type, unit, k_value: k ?? 1, c_value: c ?? 0 }];
          }),
        ),
        ...(requiredRows.length > 0
          ? {
              warnings: requiredRows.map(({ rule, value }) => ({
                sensor_id: rule.sensor_id,
                sign: rule.sign,
                value: value ?? 0,
                delay_seconds: rule.delay_seconds,
              })),
            }
          : {}),
      },
    }),
  );
  const submit = (): void => {
    setWasSubmitted(true);
    if (!bad) save.run();
  };
  const groups = [...new Set(types.sensors.map((sensor) => sensor.group_name))];
  return (
    <SettingsLayout
      title={words.title(device.title)}
      hint={words.hint}
      failure={save.failure}
      busy={save.busy}
      dirty={changed.length > 0}
      onSave={submit}
      onCancel={save.onCancel}
    >
      {types.sensors.length === 0 && <Empty title={words.empty} />}
      {groups.map((group) => (
        <Text key={group} as="section" surface className={frame.group}>
          <h2>{group}</h2>
          {types.sensors
            .filter((sensor) => sensor.group_name === group)
            .map((sensor) => (
              <TypeRow
                key={sensor.id}
                sensor={sensor}
                draft={draftOf(sensor)}
                units={types.units}
                zone={device.timezone}
                wasSubmitted={wasSubmitted}
                rulesToRenew={rowsOf(sensor)}
                onChange={(draft) => setDrafts({ ...drafts, [sensor.id]: draft })}
                onRenew={(rule, value) => setNewValues({ ...newValues, [rule]: value })}
              />
            ))}
        </Text>
      ))}
    </SettingsLayout>
  );
};

const TypesContent = ({ device }: { readonly device: Device }) => {
  const { data, error, dataUpdatedAt } = useQuery(typesQuery(device.id));
  return (
    <Loaded data={data} error={error}>
      {(types) => <TypesForm key={dataUpdatedAt} device={device} types={types} />}
    </Loaded>
  );
};

/** Sensor Settings: for ETH-NODE-1 and ETH-NODE-2 only. */
export const SensorTypesPage = () => (
  <ForEditors fits={(device) => warnsOnly(shownType(device))}>
    {(device) => <TypesContent device={device} />}
  </ForEditors>
);
