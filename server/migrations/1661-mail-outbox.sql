-- works with: nothing before
-- Mails are claimed from their own table, as messages and deliveries are: `pending` in place of `queued`, `sending` under
-- a lease, and the number of the lease by which what became of a mail is written.
alter table mail drop constraint mail_state_check;
update mail set state = 'pending', next_at = coalesce(next_at, created_at) where state = 'queued';
alter table mail alter column state set default 'pending';
alter table mail add constraint mail_state_check
  check (state in ('pending', 'sending', 'sent', 'failed', 'mailbox', 'cancelled'));
alter table mail add column lease int not null default 0;
-- The process that sends it, by its listening connection: without that its mails are sent by others at once.
alter table mail add column sender text;
-- Mails of one thread, such as those of an alarm, its reminders and its end, refer to one Message-ID.
alter table mail add column thread text;

drop index mail_state, mail_waiting;
create index mail_due on mail (next_at) where state = 'pending';
create index mail_sending on mail (next_at) where state = 'sending';
create index mail_failed on mail (state) where state = 'failed';

do $$ begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'mail.send';
  end if;
end $$;
