import { useQuery, useQueryClient } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/webhooks';
import type { Delivery, Webhook } from '@tocsin/contract/webhooks';
import type { TableProps } from 'antd';
import { useEffect, useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Row } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { browserZone, momentText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import { deliveriesQuery, deliveryQuery, logSize, replayDelivery, testWebhook } from './queries.ts';
import css from './webhooks.module.css';

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const timeText = (iso: string): string => momentText(Date.parse(iso), serverNow(), browserZone());

const TestResult = ({ webhook, delivery }: { readonly webhook: number; readonly delivery: string }) => {
  const queries = useQueryClient();
  const { data } = useQuery(deliveryQuery(webhook, delivery));
  const hasEnded = data?.state === 'delivered' || data?.state === 'failed';
  // The log below then shows the result as well.
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: ['webhooks', 'deliveries', webhook] });
  }, [hasEnded, queries, webhook]);
  const text =
    data?.state === 'delivered'
      ? texts.tested(data.response_code ?? 0)
      : data?.state === 'failed'
        ? texts.testFailed(data.error ?? '')
        : texts.testing;
  return <p role="status">{text}</p>;
};

/** The deliveries of a webhook, with buttons for a test and for replays. */
export const LogDialog = ({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) => {
  const [page, setPage] = useState(1);
  const [test, setTest] = useState<string | null>(null);
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(deliveriesQuery(webhook.id, page));
  const again = () => queries.invalidateQueries({ queryKey: ['webhooks', 'deliveries', webhook.id] });
  const run = (work: () => Promise<void>) =>
    void work()
      .then(again)
      .catch((failure: unknown) => showToast('error', textOf(failure)));
  const replay = async (id: string): Promise<void> => {
    await replayDelivery(webhook.id, id);
    showToast('success', texts.replayed);
  };
  const columns: NonNullable<TableProps<Delivery>['columns']> = [
    { title: texts.columns.at, key: 'at', render: (_, one) => timeText(one.created_at) },
    { title: texts.columns.event, key: 'event', render: (_, one) => one.subject },
    {
      title: texts.columns.answer,
      key: 'answer',
      render: (_, one) => (
        <span className={css.cell}>
          <b>
            {texts.states[one.state]}
            {one.response_code !== null && ` (${one.response_code})`}
          </b>
          {one.error && <small>{one.error}</small>}
          <small>
            {texts.attempts(one.attempts)}
            {one.next_attempt_at !== null && `, ${texts.next(timeText(one.next_attempt_at))}`}
          </small>
        </span>
      ),
    },
    {
      title: '',
      key: 'actions',
      align: 'right',
      render: (_, one) =>
        (one.state === 'delivered' || one.state === 'failed') && (
          <Button size="bar" onClick={() => run(() => replay(one.id))}>
            {texts.replay}
          </Button>
        ),
    },
  ];
  return (
    <Dialog title={texts.logTitle(webhook.title)} onClose={onClose} width={860}>
      <Row wrap gap={12} marginBottom={12} className={css.head}>
        {test === null ? <p>{texts.logAbout}</p> : <TestResult webhook={webhook.id} delivery={test} />}
        <Button onClick={() => run(async () => setTest((await testWebhook(webhook.id)).id))}>{texts.test}</Button>
      </Row>
      <div className={css.log}>
        <ListTable<Delivery>
          rows={data?.results}
          rowKey={(one) => one.id}
          caption={texts.logTitle(webhook.title)}
          empty={texts.logEmpty}
          error={error ? textOf(error) : undefined}
          again={() => void refetch()}
          columns={columns}
          scroll={{}}
          paging={{ page, size: logSize, total: data?.count ?? 0, onPage: setPage }}
        />
      </div>
    </Dialog>
  );
};
