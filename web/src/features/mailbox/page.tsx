import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endpoints, type Mail, type MailHead } from '@tocsin/contract/mailbox';
import { texts } from '@tocsin/contract/texts/mailbox';
import { Modal, Segmented, type TableProps } from 'antd';
import { useState } from 'react';
import { callQuery, pageOf } from '../../api/call.ts';
import { serverNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pageLocale } from '../../ui/locale.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { useSessionState } from '../../ui/use-session-state.ts';
import css from './page.module.css';

const t = texts;
const pageSize = 20;
const refreshMs = 5_000;
const states = ['queued', 'sent', 'failed', 'mailbox', 'cancelled'] as const;
type Columns = NonNullable<TableProps<MailHead>['columns']>;

const columnsOf = (open: (mail: MailHead) => void): Columns => [
  { title: t.to, dataIndex: 'to' },
  {
    title: t.subject,
    key: 'subject',
    render: (_, mail) => (
      <Text
        type="button"
        as="button"
        padding={0}
        textAlign="left"
        weight={550}
        tone="brand"
        display="block"
        className={css.subject}
        onClick={() => open(mail)}
      >
        {mail.subject}
      </Text>
    ),
  },
  {
    title: t.state,
    key: 'state',
    render: (_, mail) => (
      <span className={mail.state === 'failed' ? css.failed : undefined}>
        {t.states[mail.state]}
        {mail.attempts > 0 && mail.state !== 'sent' ? `, ${t.attempts(mail.attempts)}` : ''}
        {mail.last_error === '' ? null : <small>{mail.last_error}</small>}
        {mail.next_at !== null && mail.attempts > 0 ? (
          <small>
            {t.next} {new Date(mail.next_at).toLocaleTimeString(pageLocale())}
          </small>
        ) : null}
      </span>
    ),
  },
  { title: t.at, key: 'at', render: (_, mail) => <Age at={Date.parse(mail.created_at)} now={serverNow} /> },
];

/** The e-mail as its recipient sees it, in a sandboxed frame. Links open in a new tab. */
const Content = ({ mail }: { readonly mail: Mail }) => {
  const [plain, setPlain] = useState(false);
  if (mail.withheld) return <p>{t.withheld}</p>;
  return (
    <Stack gap={12} justifyItems="start" className={css.content}>
      <Segmented
        aria-label={mail.subject}
        value={plain ? 'plain' : 'styled'}
        options={[
          { value: 'styled', label: t.styled },
          { value: 'plain', label: t.plain },
        ]}
        onChange={(next) => setPlain(next === 'plain')}
      />
      {plain ? (
        <pre>{mail.text}</pre>
      ) : (
        <iframe title={mail.subject} sandbox="allow-popups allow-popups-to-escape-sandbox" srcDoc={mail.html} />
      )}
    </Stack>
  );
};

const MailDialog = ({ head, onClose }: { readonly head: MailHead; readonly onClose: () => void }) => {
  const { data, error, refetch } = useQuery(
    callQuery(['mailbox', 'one', head.id], endpoints.one, { params: { id: head.id } }),
  );
  return (
    <Modal open width={760} title={head.subject} footer={null} onCancel={onClose}>
      <Text as="p" paddingBottom={12} tone="quiet">
        {t.to}: {head.to}
      </Text>
      {error && <Failed text={t.failed} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Content mail={data} />}
    </Modal>
  );
};

/** The delivery state of outgoing e-mails; without a mail server, the e-mails themselves. */
export const MailboxPage = () => {
  const [search, setSearch] = useSessionState('mailbox:search', '');
  const [stored, setState] = useSessionState('mailbox:state', 'all');
  const [page, setPage] = useSessionState('mailbox:page', 1);
  const [open, setOpen] = useState<MailHead | null>(null);
  const state = states.find((each) => each === stored);
  const query = search.trim();
  const { data, error, refetch } = useQuery(
    callQuery(['mailbox', query, state, page], endpoints.list, {
      query: {
        ...pageOf(page, pageSize),
        ...(query === '' ? {} : { search: query }),
        ...(state ? { state } : {}),
      },
      placeholderData: keepPreviousData,
      refetchInterval: refreshMs,
    }),
  );
  const from =
    <T,>(set: (next: T) => void) =>
    (next: T): void => {
      set(next);
      setPage(1);
    };
  return (
    <>
      <PageHeader title={t.title} back={<Link to="/oem/setting">{t.toSettings}</Link>}>
        <SearchBox value={search} placeholder={t.search} onChange={from(setSearch)} />
        <Segmented
          aria-label={t.state}
          value={state ?? 'all'}
          options={[{ value: 'all', label: t.all }, ...states.map((value) => ({ value, label: t.states[value] }))]}
          onChange={from(setState)}
        />
        <Button icon="refresh" aria-label={t.reload} onClick={() => void refetch()} />
      </PageHeader>
      {data && !data.has_mail_server && <Notice tone="info">{t.noServer}</Notice>}
      <ListTable<MailHead>
        caption={t.title}
        rows={data?.results}
        rowKey={(mail) => mail.id}
        columns={columnsOf(setOpen)}
        paging={{ page, size: pageSize, total: data?.count ?? 0, onPage: setPage }}
        empty={t.none}
        error={error ? t.failed : undefined}
        again={() => void refetch()}
      />
      {open && <MailDialog head={open} onClose={() => setOpen(null)} />}
    </>
  );
};
