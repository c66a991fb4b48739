import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { DeviceTemplate, TemplateDevice } from '@tocsin/contract/device-templates';
import type { StoredDeviceType } from '@tocsin/contract/device-types';
import { may } from '@tocsin/contract/permissions';
import type { CopiedField } from '@tocsin/contract/settings-copies';
import { texts as t } from '@tocsin/contract/texts/device-templates';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as copies } from '@tocsin/contract/texts/settings-copies';
import { Select } from 'antd';
import { Fragment, useEffect, useRef, useState } from 'react';
import { PriorityTag } from '../../../domain/priority-tag.tsx';
import { useSelection } from '../../../domain/selection.ts';
import { Button } from '../../../ui/button.tsx';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { Fold } from '../../../ui/fold.tsx';
import { inOrder } from '../../../ui/in-order.ts';
import { Grid, Note, Row, Section, Stack, Text } from '../../../ui/layout.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import { observeVisibility } from '../../../ui/shared-observers.ts';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { UploadButton } from '../../../ui/upload-button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { unitText } from '../../../ui/value.ts';
import css from '../copy/copy.module.css';
import { Changes, fieldName } from '../copy/difference.tsx';
import { followersQuery, importType, takeTemplate, templateQuery, typeFile, typesQuery, usesQuery } from './queries.ts';
import { RollOut } from './roll-out.tsx';

type Counts = DeviceTemplate['counts'];
/** More devices than this are counted in words alone. */
const mostCells = 60;

/** Which devices follow the template, each as a filled cell, and which differ, each as an empty one; with words. */
const Standing = (props: { readonly counts: Counts; readonly hasTemplate: boolean; readonly as?: 'h2' }) => {
  const { counts, hasTemplate, as = 'span' } = props;
  const { devices, follow, differ, behind } = counts;
  const kinds = [
    { count: follow ?? 0, words: t.follow, background: 'var(--text2)' },
    { count: differ ?? 0, words: t.differ, background: 'none' },
  ].filter(({ count }) => hasTemplate && count > 0);
  return (
    <Row as={as} wrap gap="6px 16px" size={13} tone="plain">
      {kinds.map(({ count, words, background }) => (
        <Row as="span" key={background} wrap gap={6}>
          {devices <= mostCells &&
            inOrder([...Array(count).keys()], () => (
              <Text width={14} height={14} borderRadius={3} border="2px solid var(--text2)" background={background} />
            ))}
          {words(count)}
        </Row>
      ))}
      {hasTemplate ? behind > 0 && t.behind(behind) : t.none}
    </Row>
  );
};

/** What a template gives to a device, as counts. */
const sharedOf = ({ groups }: DeviceTemplate) => {
  const sensors = groups.flatMap((group) => group.sensors);
  return [
    [groups.length, t.groups],
    [sensors.length, t.sensors],
    [sensors.reduce((sum, { rules }) => sum + rules.length, 0), t.rules],
    [sensors.filter((sensor) => sensor.what_to_do !== null).length, t.texts],
  ] as const;
};

const TypeCard = ({ type, title }: { readonly type: StoredDeviceType; readonly title: string }) => {
  const { client } = useSelection();
  const card = useRef<HTMLAnchorElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(
    () => (card.current ? observeVisibility(card.current, 200, (near) => near && setNear(true)) : undefined),
    [],
  );
  const isUsed = isNear && type.devices > 0;
  const { data: uses } = useQuery({ ...usesQuery(client, type.id), enabled: isUsed });
  // Shipped types have no template.
  const { data: template } = useQuery({ ...templateQuery(type.id), enabled: isUsed && type.owner !== 'shipped' });
  const hasTemplate = template !== undefined && template.version > 0;
  return (
    <Link ref={card} to="/device-types" search={{ type: type.id }}>
      <Stack surface gap={8} padding={16} height="100%" alignContent="start">
        <Text weight={600} size={15} overflowWrap="anywhere">
          {title}
        </Text>
        <Text tone="quiet" size={13}>
          <code>{type.code}</code>. {t.entries[type.enters]} {t.owners[type.owner]}
        </Text>
        <Text tone="plain" weight={550}>
          {type.devices > 0 ? t.used(type.devices, type.sites) : t.unused}
        </Text>
        {template && <Standing counts={template.counts} hasTemplate={hasTemplate} />}
        {hasTemplate && (
          <Text tone="quiet" size={13}>
            {t.onVersion(template.version)}:{' '}
            {sharedOf(template)
              .map(([count, name]) => `${count} ${name(count)}`)
              .join(', ')}
          </Text>
        )}
        {uses?.results.map(({ site, title, devices }) => (
          <Row key={site} justify="space-between" gap={12} tone="plain" size={13} borderTop="1px solid var(--line)">
            <span>{title}</span>
            <b>{devices}</b>
          </Row>
        ))}
      </Stack>
    </Link>
  );
};

/** One figure of the template with its name under it. */
const Figure = ({ value, name }: { readonly value: number; readonly name: string }) => (
  <Stack gap={0} padding="0 16px" borderLeft="1px solid var(--line)">
    <Text size={20} weight={600}>
      {value}
    </Text>
    <Text tone="quiet" size={12}>
      {name}
    </Text>
  </Stack>
);

const Brings = ({ template }: { readonly template: DeviceTemplate }) => {
  const hasTemplate = template.version > 0;
  return (
    <Row surface wrap gap={16} padding={16} align="center">
      <Stack gap={4} flex="1 1 260px">
        <Text weight={600}>{hasTemplate ? t.brings : t.none}</Text>
        <Text tone="quiet">{hasTemplate ? t.bringsAbout : t.noneAbout}</Text>
        {hasTemplate && (
          <Text tone="quiet" size={13}>
            {t.version(template.version, template.taken_from ?? '', template.taken_by ?? '')}
          </Text>
        )}
      </Stack>
      {hasTemplate && (
        <Row gap={0}>
          {sharedOf(template).map(([count, name]) => (
            <Figure key={name(count)} value={count} name={name(count)} />
          ))}
        </Row>
      )}
    </Row>
  );
};

const SensorTable = ({ template }: { readonly template: DeviceTemplate }) => (
  <Text as="div" surface overflowX="auto" padding="0 16px 8px">
    <table className={css.changes}>
      <thead>
        <tr>
          <th>{t.sensor}</th>
          <th>{t.unit}</th>
          <th>{t.priority}</th>
          <th>{t.rule}</th>
          <th>{t.todo}</th>
        </tr>
      </thead>
      <tbody>
        {template.groups.map((group) => (
          <Fragment key={group.id}>
            <tr>
              <th colSpan={5} scope="rowgroup">
                {group.name} <Text tone="quiet">{group.sensors.length}</Text>
              </th>
            </tr>
            {group.sensors.map((sensor) => (
              <tr key={sensor.id}>
                <td data-head={t.sensor}>
                  <b>{sensor.name}</b>
                </td>
                <td data-head={t.unit}>{unitText(sensor.unit) || '–'}</td>
                <td data-head={t.priority}>
                  {sensor.priority ? <PriorityTag priority={sensor.priority} /> : t.noRule}
                </td>
                <td data-head={t.rule}>
                  {sensor.rules.length === 0 ? t.noRule : sensor.rules.map((rule) => readerWords(rule)).join('; ')}
                </td>
                <td data-head={t.todo}>
                  <Text weight={400}>{sensor.what_to_do ?? t.noRule}</Text>
                </td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  </Text>
);

interface FollowersProps {
  readonly template: DeviceTemplate;
  readonly devices: readonly TemplateDevice[];
}

/** Up to so many settings of its own are told in the row of a device; more are counted. */
const mostTold = 2;
const wordsOf = (value: string | null): string => (value && readerWords(value)) ?? copies.none;
const toldOf = (change: CopiedField): string => {
  const what = [change.sensor, fieldName(change)].filter(Boolean).join(', ');
  return t.differsIn(what, wordsOf(change.new), wordsOf(change.old));
};

/** The devices of the type: what is their own, and in a fold those that follow. */
const Followers = ({ template, devices }: FollowersProps) => {
  const { counts, version } = template;
  const follows = ({ own, version: taken }: TemplateDevice): boolean => own.length === 0 && taken === version;
  const following = devices.filter(follows);
  return (
    <Section>
      <Stack gap={8}>
        <Standing as="h2" counts={counts} hasTemplate={version > 0} />
        <Note>{t.about}</Note>
        {inOrder(
          devices.filter((device) => !follows(device)),
          (device) => (
            <details>
              <summary>
                <b>{device.title}</b> <Text tone="quiet">{device.location_title}</Text>{' '}
                <Text tone="quiet" size={12}>
                  {[
                    device.version === null
                      ? t.neverTaken
                      : device.version === version
                        ? null
                        : t.onVersion(device.version),
                    ...(device.own.length > mostTold ? [t.differs(device.own.length)] : device.own.map(toldOf)),
                  ]
                    .filter((part) => part !== null)
                    .join('; ')}
                </Text>
              </summary>
              {device.own.length > 0 && <Changes title={device.title} changes={device.own} heads={t.ownHeads} />}
            </details>
          ),
        )}
        {following.length > 0 && (
          <Fold title={t.follow(following.length)}>
            {inOrder(following, ({ title, location_title }) => (
              <Text>
                <b>{title}</b> <Text tone="quiet">{location_title}</Text>
              </Text>
            ))}
          </Fold>
        )}
      </Stack>
    </Section>
  );
};

const TypeDetail = ({ type, title }: { readonly type: StoredDeviceType; readonly title: string }) => {
  const template = useQuery(templateQuery(type.id));
  const followers = useQuery(followersQuery(type.id));
  const [picked, setPicked] = useState<number>();
  const devices = followers.data?.results ?? [];
  const mayChange = may(type, 'device-type.change');
  const version = template.data?.version ?? 0;
  const take = useAction((device: number) => takeTemplate(type.id, device, version), {
    toast: (done) => t.taken(done.version),
    refetches: 'all',
  });
  const file = useAction(() => typeFile(type.id, type.code));
  const failed = template.error ?? followers.error;
  return (
    <>
      <PageHeader
        title={title}
        about={t.used(type.devices, type.sites)}
        back={<Link to="/device-types">{t.title}</Link>}
      >
        <Button icon="download" busy={file.busy} onClick={() => file.run()}>
          {t.file}
        </Button>
      </PageHeader>
      {failed && <Failed text={failed.message} again={() => void template.refetch()} />}
      {!failed && (!template.data || !followers.data) && <Loading />}
      {template.data && followers.data && (
        <Stack gap={16} padding="0 var(--page-pad) 24px">
          <Brings template={template.data} />
          <Grid columns="repeat(auto-fit, minmax(min(100%, 420px), 1fr))" gap={16} align="start">
            {template.data.version > 0 && <SensorTable template={template.data} />}
            <Stack gap={16} minWidth={0}>
              {mayChange && template.data.version > 0 && devices.length > 0 && (
                <RollOut type={type.id} template={template.data} devices={devices} />
              )}
              {devices.length > 0 && <Followers template={template.data} devices={devices} />}
              {mayChange && devices.length > 0 && (
                <Section>
                  <Row gap={12} wrap>
                    <Select<number>
                      aria-label={t.takeFrom}
                      placeholder={t.takeFrom}
                      showSearch={searchByLabel}
                      {...(picked === undefined ? {} : { value: picked })}
                      options={devices.map(({ id, title, location_title }) => ({
                        value: id,
                        label: `${title} (${location_title})`,
                      }))}
                      onChange={setPicked}
                    />
                    <Button busy={take.busy} disabled={picked === undefined} onClick={() => picked && take.run(picked)}>
                      {t.take(version + 1)}
                    </Button>
                  </Row>
                </Section>
              )}
            </Stack>
          </Grid>
        </Stack>
      )}
    </>
  );
};

/** Types of the client, which have templates, before those that come with Tocsin. */
const ownFirst = (a: StoredDeviceType, b: StoredDeviceType): number =>
  Number(b.owner === 'client') - Number(a.owner === 'client');

/** Device types for everybody and of the client; `type` shows one with the template that its devices follow. */
export const DeviceTypesPage = () => {
  const { client } = useSelection();
  const navigate = useNavigate();
  const { type: id } = useSearch({ from: '/frame/device-types' });
  const { data, error, refetch } = useQuery(typesQuery(client));
  const add = useAction((chosen: File) => importType(chosen, client), { toast: t.imported, refetches: 'all' });
  const type = data?.results.find((one) => one.id === id);
  // Two types of one name are told apart by their codes.
  const titleOf = ({ label, code }: StoredDeviceType): string =>
    (data?.results.filter((one) => one.label === label).length ?? 0) > 1 ? t.named(label, code) : label;
  if (type) return <TypeDetail key={type.id} type={type} title={titleOf(type)} />;
  return (
    <>
      <PageHeader title={t.title} about={t.about}>
        {data?.may_add && <Button onClick={() => void navigate({ to: '/devices/add' })}>{t.add}</Button>}
        {data?.may_add && (
          <UploadButton label={t.import} accept=".json,application/json" busy={add.busy} onFile={add.run} />
        )}
      </PageHeader>
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && id !== undefined && <Empty icon="device" title={t.unknown} />}
      {data && <Note padding="0 var(--page-pad) 12px">{t.shipped}</Note>}
      <CardGrid>
        {data?.results.toSorted(ownFirst).map((one) => (
          <TypeCard key={one.id} type={one} title={titleOf(one)} />
        ))}
      </CardGrid>
    </>
  );
};
