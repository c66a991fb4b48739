import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { endpoints, type ResponseFields, type SensorResponse } from '@tocsin/contract/responses';
import { searchText } from '@tocsin/contract/search-text';
import { texts } from '@tocsin/contract/texts/responses';
import { texts as shared } from '@tocsin/contract/texts/sensors';
import { useState } from 'react';
import { call, download } from '../../api/call.ts';
import type { Device } from '../../domain/plant.ts';
import { PriorityTag } from '../../domain/priority-tag.tsx';
import { Button } from '../../ui/button.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Empty } from '../../ui/states.tsx';
import { CsvTools } from './components/csv-tools.tsx';
import { ForEditors, Loaded } from './components/for-editors.tsx';
import { PriorityAndResponse } from './components/priority-and-response.tsx';
import frame from './components/settings-frame.module.css';
import { SettingsLayout } from './components/settings-frame.tsx';
import { fieldsOf } from './model.ts';
import { importResponses, responsesQuery } from './queries.ts';
import css from './responses-page.module.css';
import { useSave } from './use-save.ts';

interface FormProps {
  readonly device: Device;
  readonly sensors: readonly SensorResponse[];
  readonly version: number;
  readonly refused: string | null;
  readonly onRefused: (text: string | null) => void;
}

const ResponsesForm = ({ device, sensors, version, refused, onRefused }: FormProps) => {
  const [drafts, setDrafts] = useState<Readonly<Record<string, ResponseFields>>>({});
  const { q } = useSearch({ strict: false }) as { readonly q?: unknown };
  const [text, setText] = useState(typeof q === 'string' ? q : '');
  const site = device.location;
  const dirty = Object.keys(drafts).length > 0;
  const save = useSave(dirty, () =>
    call(endpoints.save, { params: { id: device.id }, body: { responses: drafts, version } }),
  );
  const draftOf = (sensor: SensorResponse): ResponseFields => drafts[sensor.id] ?? fieldsOf(sensor);
  const query = searchText(text.trim());
  const found = sensors.filter((one) => searchText(`${one.group_name} ${one.name} ${one.id}`).includes(query));
  return (
    <SettingsLayout
      title={texts.title(device.title)}
      hint={texts.hint}
      tools={
        <CsvTools
          words={texts}
          // Of the device's whole site.
          onExport={() => download(endpoints.export, { params: { id: site } }, `responses_${site}.csv`)}
          showsFailedExport
          onImport={(file) => importResponses(site, file)}
          imported={({ changed }) => texts.imported(changed)}
          queryKey={responsesQuery(device.id).queryKey}
          onRefused={onRefused}
        />
      }
      failure={save.failure ?? refused}
      busy={save.busy}
      dirty={dirty}
      onSave={save.run}
      onCancel={save.onCancel}
    >
      <SearchBox value={text} onChange={setText} placeholder={shared.find} />
      {sensors.length === 0 && <Empty title={texts.empty} />}
      {[...Map.groupBy(found, (sensor) => sensor.group_name)].map(([name, ofGroup]) => (
        <Text key={name} as="section" surface className={frame.group}>
          <h2>{name === '' ? texts.gone : name}</h2>
          {ofGroup.map((sensor) => {
            const value = draftOf(sensor);
            const others = found.filter((other) => other !== sensor && draftOf(other).what_to_do === null);
            return (
              <Text
                key={sensor.id}
                as="details"
                padding="0 16px"
                borderTop="1px solid var(--line)"
                className={css.sensor}
              >
                <Row as="summary" wrap gap="4px 16px" minHeight={44}>
                  <b>{sensor.name}</b>
                  {value.priority && <PriorityTag priority={value.priority} />}
                  <Text flex="1 1 200px" tone="quiet" oneLine>
                    {value.what_to_do}
                  </Text>
                </Row>
                <PriorityAndResponse value={value} onChange={(next) => setDrafts({ ...drafts, [sensor.id]: next })} />
                {value.what_to_do !== null && others.length > 0 && (
                  <Row wrap gap="4px 12px" padding="0 0 12px">
                    <Button
                      icon="copy"
                      onClick={() =>
                        setDrafts({
                          ...drafts,
                          ...Object.fromEntries(
                            others.map((other) => {
                              const { what_to_do, likely_cause, consequence } = value;
                              return [other.id, { ...draftOf(other), what_to_do, likely_cause, consequence }];
                            }),
                          ),
                        })
                      }
                    >
                      {texts.alsoFor(others.length)}
                    </Button>
                    <Text tone="quiet">{texts.alsoForAbout}</Text>
                  </Row>
                )}
              </Text>
            );
          })}
        </Text>
      ))}
    </SettingsLayout>
  );
};

const ResponsesContent = ({ device }: { readonly device: Device }) => {
  const { data, error, dataUpdatedAt } = useQuery(responsesQuery(device.id));
  // State outside the form, which is reset with each answer.
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <Loaded data={data} error={error}>
      {({ results, version }) => (
        <ResponsesForm
          key={dataUpdatedAt}
          device={device}
          sensors={results}
          version={version}
          refused={refused}
          onRefused={setRefused}
        />
      )}
    </Loaded>
  );
};

/** Priorities and response texts of a device's sensors. */
export const SensorResponsesPage = () => <ForEditors>{(device) => <ResponsesContent device={device} />}</ForEditors>;
