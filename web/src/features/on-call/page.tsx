import { useQuery } from '@tanstack/react-query';
import type { Rotation } from '@tocsin/contract/on-call';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/on-call';
import { Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { useMe } from '../../domain/me.ts';
import { useSites } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { Button } from '../../ui/button.tsx';
import { Grid, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Empty, Failed, Skeleton } from '../../ui/states.tsx';
import { browserZone, zoneText } from '../../ui/time.ts';
import { usePhone } from '../../ui/use-media.ts';
import { Overrides, OwnDuties } from './components/cards.tsx';
import { DayList } from './components/day-list.tsx';
import { GapList } from './components/gap-list.tsx';
import { Lanes } from './components/lanes.tsx';
import { OverrideDialog, type OverrideStart } from './components/override-dialog.tsx';
import { RotationDialog } from './components/rotation-dialog.tsx';
import { gapsOf } from './model.ts';
import css from './page.module.css';
import { onCallQuery, pageSize } from './queries.ts';

const defaultOverrideMs = 86_400_000;

interface Props {
  /** Escalations that have not ended. */
  readonly running: ReactNode;
}

/** Who is on call now and in the next four weeks, with all gaps and the user's own duties. */
export const OnCallPage = ({ running }: Props) => {
  const { client, site } = useSelection();
  const [page, setPage] = useState(1);
  /** The rotation in the dialog; 'new': one is being added. */
  const [edited, setEdited] = useState<Rotation | 'new' | null>(null);
  const [override, setOverride] = useState<OverrideStart | null>(null);
  const phone = usePhone();
  const me = useMe();
  const { data: sites } = useSites();
  const { data, error, refetch } = useQuery(onCallQuery(client, site, page));
  const rows = data?.results ?? [];
  const rotations = rows.map((row) => row.rotation);
  const open = rotations.filter((rotation) => may(rotation, 'rotation.override'));
  const ofSite = sites?.results.find((one) => one.id === site);
  const zone = ofSite?.timezone ?? rotations[0]?.timezone ?? sites?.results[0]?.timezone ?? browserZone();
  const from = data ? Date.parse(data.at) : 0;
  const to = data ? Date.parse(data.until) : 0;
  const place = ofSite?.title ?? me?.current_client?.company ?? texts.everywhere;
  const lanes = { rows, from, to, zone, onEdit: (row: (typeof rows)[number]) => setEdited(row.rotation) };
  const [first] = open;
  return (
    <>
      <PageHeader title={texts.title} about={data && texts.about(place, `${zoneText(from, zone)} (${zone})`)}>
        {first && (
          <Button
            icon="calendar"
            onClick={() => setOverride({ rotation: first.id, from, to: from + defaultOverrideMs })}
          >
            {texts.addOverride}
          </Button>
        )}
        {data?.may_add && (
          <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
            {texts.add}
          </Button>
        )}
      </PageHeader>
      {running}
      {error && !data && <Failed text={texts.failed} again={() => void refetch()} />}
      {!data && !error && (
        <Text
          as="div"
          surface
          margin="0 var(--page-pad) 16px"
          overflow="hidden"
          className={`${css.waiting}`}
          role="status"
          aria-label={texts.lanes}
        >
          {[70, 60, 50].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </Text>
      )}
      {data?.count === 0 && (
        <Empty icon="headset" title={texts.empty} text={texts.emptyText}>
          {data.may_add && (
            <Button look="primary" onClick={() => setEdited('new')}>
              {texts.add}
            </Button>
          )}
        </Empty>
      )}
      {data && rows.length > 0 && (
        <>
          {!data.may_add && open.length === 0 && <p className={css.note}>{texts.noRight}</p>}
          <Text as="div" surface margin="0 var(--page-pad) 16px" overflow="hidden">
            {phone ? <DayList {...lanes} /> : <Lanes {...lanes} />}
            <GapList
              gaps={gapsOf(rows)}
              zone={zone}
              onFill={(gap) => setOverride({ rotation: gap.row.rotation.id, from: gap.from, to: gap.to })}
            />
          </Text>
          {data.count > pageSize && (
            <Pagination
              className={css.note ?? ''}
              current={page}
              pageSize={pageSize}
              total={data.count}
              onChange={setPage}
            />
          )}
          <Grid columns="repeat(auto-fit, minmax(min(100%, 420px), 1fr))" gap={16} padding="0 var(--page-pad) 24px">
            <OwnDuties rows={rows} userId={data.own_id} to={to} zone={zone} />
            <Overrides client={client} site={site} zone={zone} />
          </Grid>
        </>
      )}
      {edited && (
        <RotationDialog
          rotation={edited === 'new' ? null : edited}
          client={client}
          site={site}
          sites={sites?.results ?? []}
          zone={zone}
          onClose={() => setEdited(null)}
        />
      )}
      {override && <OverrideDialog start={override} rotations={open} onClose={() => setOverride(null)} />}
    </>
  );
};
