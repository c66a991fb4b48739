import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { noResponse } from '@tocsin/contract/responses';
import { simpleConditions } from '@tocsin/contract/rule-conditions';
import { endpoints, type ProposedWarnings, sign as signs, type Warning } from '@tocsin/contract/sensors';
import { texts as changes } from '@tocsin/contract/texts/changes';
import { texts } from '@tocsin/contract/texts/sensors';
import { type ComponentType, useState } from 'react';
import { call, download } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import type { Device } from '../../domain/plant.ts';
import type { PanelRule, RehearsalPanelProps } from '../../domain/rehearsal/panel-props.ts';
import { sensorsQuery } from '../../domain/sensors.ts';
import { useReason } from '../../domain/use-reason.tsx';
import { allWarningsQuery } from '../../domain/warning-rules.ts';
import { WithDevice } from '../../domain/with-device.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty, NotAllowed } from '../../ui/states.tsx';
import { CsvTools } from './components/csv-tools.tsx';
import { Loaded } from './components/for-editors.tsx';
import { Proposal } from './components/proposal.tsx';
import { SettingsLayout } from './components/settings-frame.tsx';
import { WarningRow } from './components/warning-row.tsx';
import { draftOf, errorsOf, isComplete, rowsOf, type WarningDraft, wasOf } from './model.ts';
import { importWarnings, responsesQuery } from './queries.ts';
import { useSave } from './use-save.ts';

const words = texts.warnings;
type Rules = {
  readonly results: readonly Warning[];
  readonly version: number;
  readonly proposed: ProposedWarnings | null;
};

/** Index of the refused row; null if the server does not name one. */
const badRow = (body: unknown): number | null => {
  if (typeof body !== 'object' || body === null || !('index' in body)) return null;
  return typeof body.index === 'number' ? body.index : null;
};

interface Props {
  /** The panel that rehearses the rules of the editor. */
  readonly RehearsalPanel: ComponentType<RehearsalPanelProps>;
}
interface FormProps extends Props {
  readonly device: Device;
  readonly rules: Rules;
}

const WarningsForm = ({ device, rules, RehearsalPanel }: FormProps) => {
  const { rule: fromGraph, limit }: { readonly rule?: number; readonly limit?: number } = useSearch({ strict: false });
  const [drafts, setDrafts] = useState<readonly WarningDraft[]>(() =>
    rules.results.map((row, key) =>
      draftOf(row.id === fromGraph && limit !== undefined ? { ...row, value: limit } : row, key),
    ),
  );
  const [nextKey, setNextKey] = useState(rules.results.length);
  const [dirty, setDirty] = useState(() => rules.results.some(({ id, value }) => id === fromGraph && value !== limit));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [refusedLines, setRefusedLines] = useState<string | null>(null);
  const { data: sensors } = useQuery(sensorsQuery(device.id));
  const responses = new Map(useQuery(responsesQuery(device.id)).data?.results.map((one) => [one.id, one]));
  const { withReason, dialog } = useReason();
  const save = useSave(dirty, async () => {
    const { proposed } = await withReason((reason) =>
      call(endpoints.saveWarnings, {
        params: { id: device.id },
        body: { results: rowsOf(drafts), version: rules.version, ...(reason === undefined ? {} : { reason }) },
      }),
    );
    return proposed?.is_own === true && proposed.id !== rules.proposed?.id ? changes.proposedToast : null;
  });
  const change = (next: readonly WarningDraft[]): void => {
    setDrafts(next);
    setDirty(true);
  };
  const wrong = drafts.filter((draft) => !isComplete(draft)).length;
  const submit = (): void => {
    setWasSubmitted(true);
    if (wrong === 0) save.run();
  };
  const fromGraphKey = rules.results.findIndex(({ id }) => id === fromGraph);
  // The rule of the address comes first; all are sent in their stored order.
  const shown = drafts.toSorted((a, b) => Number(b.key === fromGraphKey) - Number(a.key === fromGraphKey));
  const options = (sensors ?? []).map((sensor) => ({
    value: sensor.id,
    label: `${sensor.name} (${sensor.group_name})`,
    name: sensor.name,
    unit: sensor.shown_unit ?? sensor.unit,
    isNumeric: sensor.type === 'NUMERIC',
  }));
  const gone = rules.results
    .filter((row) => !row.is_known)
    .map((row) => ({
      value: row.sensor_id,
      label: `${row.name}, ${words.gone}`,
      name: row.name,
      unit: row.unit,
      isNumeric: true,
    }));
  const refused = badRow(save.error instanceof CallError ? save.error.body : undefined);
  const known = [...options, ...gone];
  const tried = drafts.flatMap((draft): PanelRule[] => {
    const [row] = rowsOf([draft]);
    const name = known.find((sensor) => sensor.value === draft.sensor)?.label ?? draft.sensor;
    if (!row) return [];
    return [{ key: draft.key, label: `${name} ${row.sign} ${row.value}`, row }];
  });
  return (
    <SettingsLayout
      title={words.title(device.title)}
      hint={words.about}
      failure={save.failure ?? refusedLines ?? (wasSubmitted && wrong > 0 ? words.wrong(wrong) : null)}
      busy={save.busy}
      dirty={dirty}
      onSave={submit}
      onCancel={save.onCancel}
      tools={
        <>
          <CsvTools
            words={words}
            imported={() => words.imported}
            onExport={() =>
              download(endpoints.exportWarnings, { params: { id: device.id } }, `warnings_${device.id}.csv`)
            }
            onImport={(file) => withReason((reason) => importWarnings(device.id, file, reason))}
            queryKey={allWarningsQuery(device.id).queryKey}
            onRefused={setRefusedLines}
          />
          <Button
            icon="plus"
            onClick={() => {
              change([
                ...drafts,
                {
                  key: nextKey,
                  sensor: null,
                  sign: '>',
                  value: null,
                  delay: 60,
                  response: noResponse,
                  conditions: simpleConditions,
                },
              ]);
              setNextKey(nextKey + 1);
            }}
          >
            {words.add}
          </Button>
        </>
      }
    >
      {dialog}
      {rules.proposed && <Proposal device={device} proposed={rules.proposed} />}
      {drafts.length === 0 && <Empty icon="warning" title={words.empty} text={words.emptyAbout} />}
      {shown.map((draft) => (
        <WarningRow
          key={draft.key}
          device={device.id}
          draft={draft}
          errors={wasSubmitted ? errorsOf(draft) : {}}
          refused={drafts[refused ?? -1] === draft ? save.failure : null}
          was={wasOf(rules.results[draft.key], draft)}
          sensors={known}
          signs={signs}
          isNew={draft.key >= rules.results.length}
          inherited={draft.sensor === null ? undefined : responses.get(draft.sensor)}
          onChange={(next) => change(drafts.map((each) => (each.key === next.key ? next : each)))}
          onRemove={() => change(drafts.filter((each) => each.key !== draft.key))}
        />
      ))}
      {drafts.length > 0 && (
        <RehearsalPanel
          device={device.id}
          rules={tried}
          first={fromGraphKey < 0 ? null : fromGraphKey}
          onUse={(key, { value, delaySeconds, deadband }) =>
            change(
              drafts.map((each) =>
                each.key === key
                  ? { ...each, value, delay: delaySeconds, conditions: { ...each.conditions, deadband } }
                  : each,
              ),
            )
          }
        />
      )}
    </SettingsLayout>
  );
};

const WarningsContent = ({ device, RehearsalPanel }: Props & { readonly device: Device }) => {
  const { data, error, dataUpdatedAt } = useQuery(allWarningsQuery(device.id));
  return (
    <Loaded data={data} error={error}>
      {(rules) => <WarningsForm key={dataUpdatedAt} device={device} rules={rules} RehearsalPanel={RehearsalPanel} />}
    </Loaded>
  );
};

export const WarningsPage = ({ RehearsalPanel }: Props) => (
  <WithDevice>
    {(device) =>
      may(device, 'device.edit') ? (
        <WarningsContent device={device} RehearsalPanel={RehearsalPanel} />
      ) : (
        <NotAllowed text={words.denied} />
      )
    }
  </WithDevice>
);
