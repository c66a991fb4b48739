import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Device } from '@tocsin/contract/devices';
import type { PayloadMap } from '@tocsin/contract/payload-map';
import type { Sample, StoredPayloadMap } from '@tocsin/contract/payload-maps';
import { may } from '@tocsin/contract/permissions';
import { texts as t } from '@tocsin/contract/texts/payload-maps';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { AddSteps } from '../../domain/add-steps.tsx';
import { useSelection } from '../../domain/selection.ts';
import { Button } from '../../ui/button.tsx';
import { Foot } from '../../ui/foot.tsx';
import { Labelled } from '../../ui/labelled.tsx';
import { Grid, Note, Row, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { MapEditor } from './editor.tsx';
import { draftOf, emptyMap, followed, leads, leavesOf, type Origin, problemsOf, senderIn, treeOf } from './model.ts';
import {
  addDevice,
  changeType,
  createMap,
  createType,
  deviceQuery,
  deviceTypesQuery,
  mapQuery,
  mapsQuery,
  replay,
  saveMap,
  waitingQuery,
} from './queries.ts';

interface Props {
  readonly label: string;
  readonly isReady: boolean;
  readonly busy: boolean;
  readonly failure: string | null;
  readonly onSave: () => void;
}

/** The bar below the columns. */
const SaveFoot = ({ label, isReady, busy, failure, onSave }: Props) => (
  <>
    <Note padding="12px var(--page-pad)">{t.later}</Note>
    <Foot>
      {failure && (
        <Text tone="alarm" role="alert">
          {failure}
        </Text>
      )}
      <Row gap={12} wrap>
        <Button look="primary" busy={busy} disabled={!isReady} onClick={onSave}>
          {label}
        </Button>
        <Button onClick={() => window.history.back()}>{t.back}</Button>
      </Row>
    </Foot>
  </>
);

const draftFrom = (map: StoredPayloadMap | undefined, name: string, sample: Sample | undefined): PayloadMap => {
  if (!map) return emptyMap(name);
  return { ...draftOf(map.map, leavesOf(treeOf(sample?.body ?? '') ?? []), true), name };
};

const nowhere: Origin = { topic: null, sender: '' };
const originOf = (samples: readonly Sample[], sender: string): Origin => ({
  topic: samples.at(-1)?.topic ?? null,
  sender: sender.trim(),
});

/** A code that no other type is likely to have; people read the label. */
const freshCode = (): string => `JSON-${crypto.randomUUID().slice(0, 8)}`;
const longestLabel = 40;

interface AddProps {
  readonly site: number;
  readonly client: number;
  readonly sender: string;
  readonly maps: readonly StoredPayloadMap[];
  readonly first: StoredPayloadMap | undefined;
  readonly waiting: readonly Sample[];
}

const AddForm = ({ site, client, sender, maps, first, waiting }: AddProps) => {
  const [name, setName] = useState('');
  const [typed, setSenderId] = useState(sender || null);
  const [isPasted, setPasted] = useState(false);
  const [samples, setSamples] = useState<readonly Sample[]>(
    waiting.length > 0 ? waiting : [first?.samples[0] ?? { topic: null, body: '' }],
  );
  const [from, setFrom] = useState(first?.id ?? 0);
  const [map, setMap] = useState(() =>
    followed(draftFrom(first, '', samples.at(-1)), nowhere, originOf(samples, sender), maps),
  );
  const navigate = useNavigate();
  const queries = useQueryClient();
  const start = (id: number): void => {
    const chosen = maps.find((one) => one.id === id);
    const own = samples.filter(({ body }) => body.trim() !== '');
    const given = waiting.length === 0 && chosen?.samples[0] ? [chosen.samples[0]] : own;
    setFrom(id);
    const next = given.length > 0 ? given : [{ topic: null, body: '' }];
    if (waiting.length === 0) setSamples(next);
    setMap(followed(draftFrom(chosen, name, next.at(-1)), nowhere, originOf(next, senderId), maps));
  };
  // A pasted message names its device; the sample of a format names another.
  const named = senderIn(map, leavesOf(treeOf(samples.at(-1)?.body ?? '') ?? []));
  const senderId = typed ?? (isPasted ? named : '');
  const save = useAction(
    async () => {
      const title = name.trim();
      const { id: payload_map } = await createMap(client, { ...map, name: title });
      const type = await createType({
        client,
        code: freshCode(),
        label: title.slice(0, longestLabel),
        enters: 'push',
        groups_are_nodes: false,
        raises_alarms: true,
        claim: 'open',
        report_interval_s: null,
        modbus_map: null,
        payload_map,
      });
      const sender_id = senderId.trim() || null;
      const device = await addDevice({ location: site, title, device_type: type.code, sender_id });
      const { taken } = await replay(device.id);
      return { device, taken };
    },
    {
      fails: 'here',
      toast: ({ taken }) => t.added(taken),
      async onDone({ device }) {
        await queries.invalidateQueries();
        await navigate({
          to: '/devices/edit/device/$id/connect',
          params: { id: String(device.id) },
          search: { adding: 'values' },
        });
      },
    },
  );
  const paste = (sample: Sample): void => {
    setSamples([sample]);
    setPasted(true);
    const sender = typed ?? senderIn(map, leavesOf(treeOf(sample.body) ?? []));
    setMap(followed(map, originOf(samples, senderId), originOf([sample], sender), maps));
  };
  const setSender = (sender: string): void => {
    setSenderId(sender);
    setMap(followed(map, originOf(samples, senderId), originOf(samples, sender), maps));
  };
  const isReady = name.trim() !== '' && problemsOf({ ...map, name: name.trim() || 'x' }).size === 0;
  return (
    <>
      <MapEditor
        map={{ ...map, name: name.trim() || 'x' }}
        onChange={setMap}
        samples={samples}
        {...(waiting.length > 0 ? {} : { onPaste: paste })}
      >
        <Grid columns="repeat(auto-fit, minmax(150px, 1fr))" gap={8}>
          <Labelled label={t.name}>
            <Input value={name} maxLength={60} onChange={({ target }) => setName(target.value)} />
          </Labelled>
          <Labelled label={t.sender}>
            <Input
              value={senderId}
              placeholder={named}
              title={t.senderAbout}
              maxLength={64}
              spellCheck={false}
              onChange={({ target }) => setSender(target.value)}
            />
          </Labelled>
          <Labelled label={t.startFrom}>
            <Select
              value={from}
              options={[{ value: 0, label: t.nothing }, ...maps.map(({ id, name: label }) => ({ value: id, label }))]}
              onChange={start}
            />
          </Labelled>
        </Grid>
      </MapEditor>
      <Note padding="12px var(--page-pad) 0">
        {map.kinds[0]?.device !== undefined ? (
          <Link to="/sites/edit/$id" params={{ id: String(site) }} hash="gateway-title">
            {t.ofGateway}
          </Link>
        ) : (
          <Link to="/devices/add/json">{t.native}</Link>
        )}
      </Note>
      <SaveFoot label={t.save} isReady={isReady} busy={save.busy} failure={save.failure} onSave={save.run} />
    </>
  );
};

/** A device that sends JSON of its own form: what its messages mean, before it is added. */
export const AddValuesPage = () => {
  const { site, client } = useSelection();
  const { sender = '', format } = useSearch({ from: '/frame/devices/add/values' });
  const maps = useQuery(mapsQuery(client));
  const waiting = useQuery({ ...waitingQuery(site ?? 0, sender, null), enabled: site !== null && sender !== '' });
  const isLoading = !maps.data || (sender !== '' && site !== null && !waiting.data);
  const error = maps.error ?? waiting.error;
  const all = maps.data?.results ?? [];
  return (
    <>
      <PageHeader title={t.addTitle} back={<Link to="/devices/add">{t.toChoices}</Link>}>
        <AddSteps at={2} isValuesFirst />
      </PageHeader>
      {error && <Failed text={error.message} again={() => void maps.refetch()} />}
      {isLoading && !error && <Loading />}
      {!isLoading && site !== null && client !== null && (
        <AddForm
          key={`${sender} ${format}`}
          site={site}
          client={client}
          sender={sender}
          maps={all}
          first={all.find((one) => one.name === format)}
          waiting={waiting.data?.results.map(({ topic, body }) => ({ topic, body })) ?? []}
        />
      )}
    </>
  );
};

interface EditProps {
  readonly device: Device;
  /** null: its type has no map yet. */
  readonly stored: StoredPayloadMap | null;
  readonly typeId: number;
  readonly maps: readonly StoredPayloadMap[];
  readonly waiting: readonly Sample[];
}

const EditForm = ({ device, stored, typeId, maps, waiting }: EditProps) => {
  const isOwn = stored !== null && may(stored, 'payload-map.change');
  const [samples, setSamples] = useState<readonly Sample[]>(
    waiting.length > 0 ? waiting : [stored?.samples[0] ?? { topic: null, body: '' }],
  );
  /** A topic that leads nowhere yet is proposed; one that another map leads from stays that map's. */
  const follow = (before: PayloadMap, was: readonly Sample[], is: readonly Sample[]): PayloadMap => {
    const origin = originOf(is, device.sender_id ?? '');
    const isLed = origin.topic !== null && maps.some((one) => leads(one, origin.topic ?? ''));
    return isLed ? before : followed(before, originOf(was, device.sender_id ?? ''), origin, maps);
  };
  const [map, setMap] = useState<PayloadMap>(() =>
    follow(isOwn ? stored.map : draftFrom(stored ?? undefined, device.title, samples.at(-1)), [], samples),
  );
  const paste = (sample: Sample): void => {
    setSamples([sample]);
    setMap(follow(map, samples, [sample]));
  };
  const queries = useQueryClient();
  const navigate = useNavigate();
  const save = useAction(
    async () => {
      if (isOwn) await saveMap(stored.id, map, stored.version);
      else {
        const made = await createMap(device.client, { ...map, name: device.title });
        await changeType(typeId, { payload_map: made.id });
      }
      if (waiting.length > 0) await replay(device.id);
    },
    {
      fails: 'here',
      toast: t.savedMap,
      async onDone() {
        await queries.invalidateQueries();
        await navigate({ to: '/devices/edit/device/$id/connect', params: { id: String(device.id) } });
      },
    },
  );
  return (
    <>
      <MapEditor map={map} onChange={setMap} samples={samples} {...(waiting.length > 0 ? {} : { onPaste: paste })} />
      <SaveFoot
        label={t.saveMap}
        isReady={problemsOf(map).size === 0}
        busy={save.busy}
        failure={save.failure}
        onSave={save.run}
      />
    </>
  );
};

/** What the messages of a device mean; its refused messages are the samples. */
export const EditValuesPage = () => {
  const { id } = useParams({ from: '/frame/devices/edit/device/$id/values' });
  const { data: device, error, refetch } = useQuery(deviceQuery(Number(id)));
  const types = useQuery({ ...deviceTypesQuery(device?.client ?? null), enabled: device !== undefined });
  const type = types.data?.results.find(({ code }) => code === device?.device_type);
  const mapId = type?.payload_map ?? null;
  const stored = useQuery({ ...mapQuery(mapId ?? 0), enabled: mapId !== null });
  const maps = useQuery({ ...mapsQuery(device?.client ?? null), enabled: device !== undefined });
  const waiting = useQuery({
    ...waitingQuery(device?.location ?? 0, '', device?.id ?? null),
    enabled: device !== undefined,
    retry: false,
  });
  const isLoading = !device || !types.data || !maps.data || (mapId !== null && !stored.data) || waiting.isPending;
  const isChangeable = type && may(type, 'device-type.change');
  return (
    <>
      <PageHeader
        title={device ? t.editTitle(device.title) : ''}
        back={
          <Link to="/devices/edit/device/$id" params={{ id }}>
            {t.toDevice}
          </Link>
        }
      />
      {error && !device && <Failed text={error.message} again={() => void refetch()} />}
      {isLoading && !error && <Loading />}
      {!isLoading && type?.enters !== 'push' && <Note padding="0 var(--page-pad)">{t.notMapped}</Note>}
      {!isLoading &&
        type?.enters === 'push' &&
        !isChangeable &&
        !(stored.data && may(stored.data, 'payload-map.change')) && (
          <Note padding="0 var(--page-pad)">{t.isShared}</Note>
        )}
      {!isLoading &&
        type?.enters === 'push' &&
        (isChangeable || (stored.data && may(stored.data, 'payload-map.change'))) && (
          <EditForm
            device={device}
            stored={stored.data ?? null}
            typeId={type.id}
            maps={maps.data?.results ?? []}
            waiting={waiting.data?.results.map(({ topic, body }) => ({ topic, body })) ?? []}
          />
        )}
    </>
  );
};
