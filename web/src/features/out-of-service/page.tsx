import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutOfServiceRow } from '@tocsin/contract/out-of-service';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/out-of-service';
import { Select, type TableProps } from 'antd';
import { useState } from 'react';
import { OutOfServiceActions, outOfServiceName } from '../../domain/out-of-service-actions.tsx';
import { OutOfServiceDialog } from '../../domain/out-of-service-dialog.tsx';
import { useSelection } from '../../domain/selection.ts';
import { useOpenDevice } from '../../domain/use-open-device.ts';
import { serverNow } from '../../live/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { searchByLabel } from '../../ui/search-by-label.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { dayText, momentText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import css from './out-of-service.module.css';
import { outOfServiceQuery, pageSize, sensorsQuery, takeSensor } from './queries.ts';

const t = texts.page;
const TakeDialog = ({ device, name, onClose }: { device: number; name: string; onClose: () => void }) => {
  const [sensor, setSensor] = useState<string>();
  const { data } = useQuery(sensorsQuery(device));
  const queries = useQueryClient();
  return (
    <OutOfServiceDialog
      title={texts.sensor.takeAsk(name)}
      about={texts.sensor.takeAbout}
      yes={texts.sensor.take}
      isReady={sensor !== undefined}
      onClose={onClose}
      onSave={async (input) => {
        if (sensor === undefined) return;
        await takeSensor(device, sensor, input);
        showToast('success', texts.sensor.taken);
        await queries.invalidateQueries({ queryKey: ['out-of-service'] });
      }}
    >
      <Stack gap={4} className={css.sensor}>
        <span>{texts.sensor.label}</span>
        <Select
          aria-label={texts.sensor.label}
          showSearch={searchByLabel}
          value={sensor}
          placeholder={texts.sensor.pick}
          onChange={setSensor}
          options={(data?.results ?? []).map((one) => ({
            value: one.id,
            label: `${one.name || one.sensor_id} (${one.group_name})`,
          }))}
        />
      </Stack>
    </OutOfServiceDialog>
  );
};

/** Sites, devices and sensors that are out of service: why, by whom, until when. */
export const OutOfServicePage = () => {
  const { client, device: selected } = useSelection();
  const { device } = useOpenDevice(selected);
  const [page, setPage] = useState(1);
  const [taking, setTaking] = useState(false);
  const { data, error, refetch } = useQuery(outOfServiceQuery(client, page));
  const columns: NonNullable<TableProps<OutOfServiceRow>['columns']> = [
    {
      title: t.what,
      key: 'what',
      render: (_, row) => (
        <Stack as="span" gap={2} overflowWrap="break-word">
          <b>{outOfServiceName(row)}</b>
          <Text as="small" tone="faint">
            {row.location_name}
          </Text>
        </Stack>
      ),
    },
    { title: t.reason, key: 'reason', render: (_, row) => row.reason ?? texts.noReason },
    {
      title: t.by,
      key: 'by',
      render: (_, row) => (
        <Stack as="span" gap={2} overflowWrap="break-word">
          {row.by}
          <Text as="small" tone="faint">
            {momentText(Date.parse(row.since), serverNow(), row.location_timezone)}
          </Text>
        </Stack>
      ),
    },
    {
      title: t.review,
      key: 'review',
      render: (_, row) => {
        const until = dayText(Date.parse(row.review_at), row.location_timezone);
        return row.is_overdue ? <StatusTag severity="warning" word={texts.overdue(until)} /> : until;
      },
    },
    {
      title: '',
      key: 'actions',
      align: 'right',
      render: (_, row) => <OutOfServiceActions row={row} />,
    },
  ];
  return (
    <>
      <PageHeader title={t.title} about={texts.pageAbout}>
        {device && may(device, 'device.manage') && (
          <Button onClick={() => setTaking(true)}>{texts.sensor.takeOne(device.title)}</Button>
        )}
      </PageHeader>
      <ListTable<OutOfServiceRow>
        rows={data?.results}
        rowKey={(row) => row.id}
        caption={t.title}
        empty={t.empty}
        error={error ? t.failed : undefined}
        again={() => void refetch()}
        columns={columns}
        scroll={{}}
        paging={{ page, size: pageSize, total: data?.count ?? 0, onPage: setPage }}
      />
      {taking && device && <TakeDialog device={device.id} name={device.title} onClose={() => setTaking(false)} />}
    </>
  );
};
