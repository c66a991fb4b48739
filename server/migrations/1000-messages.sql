-- works with: nothing before
-- One message to one person about one event, from the moment it is due until its receiver acknowledged.
create table message (
  id bigint generated always as identity primary key,
  client_id int not null,
  event_id bigint not null,
  user_id int not null references users (id) on delete cascade,
  -- The name at the time, which stays when the person leaves.
  user_name text not null,
  method text not null check (method in ('email')),
  -- Names the cause: the same message enqueued twice is one.
  cause_key text not null unique,
  escalation_id bigint,
  -- Which step of the escalation, counted over all rounds.
  step int,
  is_test boolean not null default false,
  -- 1 critical to 4 low.
  priority smallint not null,
  -- Too many at once: it waits for a mail together with others.
  is_gathered boolean not null default false,
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'delivered', 'opened', 'acknowledged', 'failed', 'cancelled')),
  -- Set while it was being sent: it is not begun again.
  cancelled_at timestamptz,
  mail_id bigint references mail (id) on delete set null,
  -- What the channel calls it.
  provider_id text,
  error text not null default '',
  created_at timestamptz not null,
  began_at timestamptz,
  sent_at timestamptz,
  opened_at timestamptz,
  acknowledged_at timestamptz,
  failed_at timestamptz
);
create index message_event on message (event_id);
create index message_mail on message (mail_id) where mail_id is not null;
create index message_user on message (user_id, created_at);
create index message_gathered on message (user_id, created_at) where is_gathered and mail_id is null and state = 'pending';
create index message_escalation on message (escalation_id) where escalation_id is not null;

-- A mail whose message can be cancelled until it is begun.
alter table mail add column is_cancellable boolean not null default false;
alter table mail drop constraint mail_state_check;
alter table mail add constraint mail_state_check check (state in ('queued', 'sent', 'failed', 'mailbox', 'cancelled'));
