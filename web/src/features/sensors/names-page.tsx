import { useQuery } from '@tanstack/react-query';
import { degrees, endpoints, type SensorNames } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/sensors';
import { Select } from 'antd';
import { useState } from 'react';
import { call, download } from '../../api/call.ts';
import { type Device, shownType } from '../../domain/plant.ts';
import { Labelled } from '../../ui/labelled.tsx';
import { Grid, Row, Text } from '../../ui/layout.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Empty } from '../../ui/states.tsx';
import { CsvTools } from './components/csv-tools.tsx';
import { ForEditors, Loaded } from './components/for-editors.tsx';
import css from './components/settings-frame.module.css';
import { SettingsLayout } from './components/settings-frame.tsx';
import { changedNames, matching, tooLong } from './model.ts';
import { importNames, namesQuery } from './queries.ts';
import { useSave } from './use-save.ts';

const words = texts.names;

interface FormProps {
  readonly device: Device;
  readonly names: SensorNames;
  readonly refused: string | null;
  readonly onRefused: (text: string | null) => void;
}

const NamesForm = ({ device, names, refused, onRefused }: FormProps) => {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const [unit, setUnit] = useState(names.degrees);
  const [networks, setNetworks] = useState(names.networks);
  const [text, setText] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const udf = names.networks !== null;
  const changed = changedNames(names, drafts);
  const dirty = Object.keys(changed).length > 0 || unit !== names.degrees || networks !== names.networks;
  const long = tooLong(drafts);
  const save = useSave(dirty, () =>
    call(endpoints.saveNames, {
      params: { id: device.id },
      body: { sensor_names: changed, version: names.version, ...(udf ? { degrees: unit, networks } : {}) },
    }),
  );
  const submit = (): void => {
    setWasSubmitted(true);
    if (long.size > 0 || (udf && unit === null)) return;
    save.run();
  };
  const groups = matching(names.groups, text, (sensor) => `${sensor.name} ${sensor.label} ${sensor.id}`);
  return (
    <SettingsLayout
      title={words.title(device.title)}
      hint={words.hint}
      tools={
        <CsvTools
          words={words}
          imported={() => words.imported}
          onExport={() =>
            download(
              endpoints.exportNames,
              { params: { id: device.id } },
              `sensor_names_${shownType(device)}_${device.id}.csv`,
            )
          }
          onImport={(file) => importNames(device.id, file)}
          queryKey={namesQuery(device.id).queryKey}
          onRefused={onRefused}
        />
      }
      failure={save.failure ?? refused}
      busy={save.busy}
      dirty={dirty}
      onSave={submit}
      onCancel={save.onCancel}
    >
      {udf && (
        <Row surface wrap gap="12px 20px" padding={16} align="stretch" className={css.fields}>
          <Labelled
            className={css.field}
            label={words.degrees}
            error={wasSubmitted && unit === null ? words.pickDegrees : null}
          >
            <Select
              value={unit}
              onChange={setUnit}
              status={wasSubmitted && unit === null ? 'error' : ''}
              options={degrees.map((value) => ({ value, label: `°${value}` }))}
            />
          </Labelled>
          {[0, 1, 2, 3].map((index) => (
            <Labelled key={index} className={css.field} label={words.network(index + 1)}>
              <input
                className={css.input}
                maxLength={60}
                value={networks?.[index] ?? ''}
                onChange={(event) =>
                  setNetworks([0, 1, 2, 3].map((at) => (at === index ? event.target.value : (networks?.[at] ?? ''))))
                }
              />
            </Labelled>
          ))}
        </Row>
      )}
      <SearchBox value={text} onChange={setText} placeholder={texts.find} />
      {names.groups.length === 0 && <Empty title={words.empty} />}
      {groups.map((group) => (
        <Text key={group.id} as="section" surface className={css.group}>
          <h2>{group.name}</h2>
          {group.sensors.map((sensor) => (
            <Grid
              key={sensor.id}
              columns="72px minmax(120px, 240px) minmax(0, 1fr)"
              align="center"
              gap="4px 16px"
              minHeight={44}
              padding="5px 16px"
              borderTop="1px solid var(--line)"
              className={css.row}
            >
              <Text tone="faint" size={12}>
                {sensor.id}
              </Text>
              <Text overflowWrap="anywhere">{sensor.name}</Text>
              <span>
                <input
                  className={`${css.input} ${long.has(sensor.id) ? css.wrong : ''}`}
                  aria-label={words.label(sensor.name)}
                  aria-invalid={long.has(sensor.id)}
                  placeholder={sensor.name}
                  value={drafts[sensor.id] ?? sensor.label}
                  onChange={(event) => setDrafts({ ...drafts, [sensor.id]: event.target.value })}
                />
                {long.has(sensor.id) && (
                  <Text tone="alarm" size={12} line={16}>
                    {words.tooLong}
                  </Text>
                )}
              </span>
            </Grid>
          ))}
        </Text>
      ))}
    </SettingsLayout>
  );
};

const NamesContent = ({ device }: { readonly device: Device }) => {
  const { data, error, dataUpdatedAt } = useQuery(namesQuery(device.id));
  // State outside the form, which is reset with each answer.
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <Loaded data={data} error={error}>
      {(names) => (
        <NamesForm key={dataUpdatedAt} device={device} names={names} refused={refused} onRefused={setRefused} />
      )}
    </Loaded>
  );
};

export const SensorNamesPage = () => <ForEditors>{(device) => <NamesContent device={device} />}</ForEditors>;
