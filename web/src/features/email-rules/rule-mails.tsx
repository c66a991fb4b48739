import { useQuery } from '@tanstack/react-query';
import type { EmailRule, RuleMail } from '@tocsin/contract/email-rules';
import { texts } from '@tocsin/contract/texts/email-rules';
import { useState } from 'react';
import { shownNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { browserZone, exactText } from '../../ui/time.ts';
import { useAction } from '../../ui/use-action.ts';
import { mailsPageSize, mailsQuery, sendTest } from './queries.ts';
import css from './rules.module.css';

const t = texts.mails;
const icons: Readonly<Record<RuleMail['state'], IconName>> = {
  queued: 'clock',
  sent: 'tick',
  failed: 'warningSolid',
  mailbox: 'mail',
};

const State = ({ mail }: { readonly mail: RuleMail }) => (
  <span className={css.mailState} data-state={mail.state}>
    <span>
      <Icon name={icons[mail.state]} size={14} /> {t.states[mail.state]}
      {mail.state === 'queued' && mail.attempts > 0 && `, ${t.attempts(mail.attempts)}`}
    </span>
    {mail.last_error && <small>{mail.last_error}</small>}
  </span>
);

const Moment = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <Text whiteSpace="nowrap" className={css.mailTime}>
      {exactText(Date.parse(text), browserZone())}
      <small>
        <Age at={Date.parse(text)} now={shownNow} />
      </small>
    </Text>
  );

/** The newest e-mails of a rule with their delivery state, and a test e-mail. */
export const RuleMails = ({ rule }: { readonly rule: EmailRule }) => {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(mailsQuery(rule.id, page));
  const test = useAction(() => sendTest(rule.id), {
    toast: (mail) => t.tested(mail.to),
    refetches: [['email-rules', 'mails', rule.id]],
    onDone: () => setPage(1),
  });
  return (
    <Text
      as="section"
      maxWidth={1320}
      marginTop={8}
      borderTop="1px solid var(--line)"
      className={css.mails}
      aria-label={t.title}
    >
      <header>
        <h2>{t.title}</h2>
        <Button icon="mail" busy={test.busy} onClick={test.run}>
          {t.test}
        </Button>
      </header>
      <p>{t.about(rule.contact)}</p>
      <ListTable<RuleMail>
        caption={t.title}
        rows={data?.results}
        rowKey={(mail) => mail.id}
        paging={{ page, size: mailsPageSize, total: data?.count ?? 0, onPage: setPage }}
        empty={t.empty}
        error={error ? texts.failed : undefined}
        again={() => void refetch()}
        columns={[
          { title: t.columns.subject, dataIndex: 'subject', className: css.mailSubject ?? '' },
          { title: t.columns.to, dataIndex: 'to' },
          { title: t.columns.state, key: 'state', render: (_, mail) => <State mail={mail} /> },
          { title: t.columns.made, key: 'made', render: (_, mail) => <Moment text={mail.date_created} /> },
          { title: t.columns.sent, key: 'sent', render: (_, mail) => <Moment text={mail.sent_at} /> },
        ]}
      />
    </Text>
  );
};
