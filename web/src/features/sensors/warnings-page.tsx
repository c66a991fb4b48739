import { useQuery } from '@tanstack/react-query';
import { endpoints, sign as signs, type Warning } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/sensors';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import type { Device } from '../../domain/plant.ts';
import { sensorsQuery } from '../../domain/sensors.ts';
import { WithDevice } from '../../domain/with-device.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty, NotAllowed } from '../../ui/states.tsx';
import { Loaded } from './components/for-editors.tsx';
import { SettingsLayout } from './components/settings-frame.tsx';
import { WarningRow } from './components/warning-row.tsx';
import { draftOf, errorsOf, isComplete, rowsOf, type WarningDraft } from './model.ts';
import { allWarningsQuery } from './queries.ts';
import { useSave } from './use-save.ts';

const words = texts.warnings;
type Rules = { readonly results: readonly Warning[]; readonly version: number };

/** The number of the refused row, if the server names it. */
const badRow = (body: unknown): number | null => {
  if (typeof body !== 'object' || body === null || !('index' in body)) return null;
  return typeof body.index === 'number' ? body.index : null;
};

const WarningsForm = ({ device, rules }: { readonly device: Device; readonly rules: Rules }) => {
  const [drafts, setDrafts] = useState<readonly WarningDraft[]>(() => rules.results.map(draftOf));
  const [nextKey, setNextKey] = useState(rules.results.length);
  const [dirty, setDirty] = useState(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { data: sensors } = useQuery(sensorsQuery(device.id));
  const save = useSave(dirty, () =>
    call(endpoints.saveWarnings, {
      params: { id: device.id },
      body: { results: rowsOf(drafts), version: rules.version },
    }),
  );
  const change = (next: readonly WarningDraft[]): void => {
    setDrafts(next);
    setDirty(true);
  };
  const wrong = drafts.filter((draft) => !isComplete(draft)).length;
  const submit = (): void => {
    setWasSubmitted(true);
    if (wrong === 0) save.onSave();
  };
  const options = (sensors ?? [])
    .filter((sensor) => sensor.type === 'NUMERIC')
    .map((sensor) => ({ value: sensor.id, label: `${sensor.name} (${sensor.group_name})`, unit: sensor.unit }));
  const gone = rules.results
    .filter((row) => !row.is_known)
    .map((row) => ({ value: row.sensor_id, label: `${row.name}, ${words.gone}`, unit: row.unit }));
  const refused = badRow(save.failure?.body);
  return (
    <SettingsLayout
      title={words.title(device.title)}
      failure={save.failure?.message ?? (wasSubmitted && wrong > 0 ? words.wrong(wrong) : null)}
      busy={save.busy}
      dirty={dirty}
      onSave={submit}
      onCancel={save.onCancel}
      tools={
        <Button
          icon="plus"
          onClick={() => {
            change([...drafts, { key: nextKey, sensor: null, sign: '>', value: null, delay: 60 }]);
            setNextKey(nextKey + 1);
          }}
        >
          {words.add}
        </Button>
      }
    >
      {drafts.length === 0 && <Empty icon="warning" title={words.empty} />}
      {drafts.map((draft, index) => (
        <WarningRow
          key={draft.key}
          draft={draft}
          errors={wasSubmitted ? errorsOf(draft) : {}}
          refused={refused === index ? (save.failure?.message ?? null) : null}
          sensors={[...options, ...gone]}
          signs={signs}
          onChange={(next) => change(drafts.map((each) => (each.key === next.key ? next : each)))}
          onRemove={() => change(drafts.filter((each) => each.key !== draft.key))}
        />
      ))}
    </SettingsLayout>
  );
};

const WarningsOf = ({ device }: { readonly device: Device }) => {
  const { data, error, dataUpdatedAt } = useQuery(allWarningsQuery(device.id));
  return (
    <Loaded data={data} error={error}>
      {(rules) => <WarningsForm key={dataUpdatedAt} device={device} rules={rules} />}
    </Loaded>
  );
};

export const WarningsPage = () => (
  <WithDevice>
    {(device) => (device.can_edit ? <WarningsOf device={device} /> : <NotAllowed text={words.denied} />)}
  </WithDevice>
);
