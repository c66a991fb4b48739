-- Every mail that is owed: its state is seen by operators and on the rule's page.
create table mail (
  id bigint generated always as identity primary key,
  -- fixed once: what is sent twice (a crash between the server's 250 and our mark) has the same
  message_id text not null unique,
  -- 'alarm' goes first, 'account' next, 'other' last
  kind text not null check (kind in ('alarm', 'account', 'other')),
  to_address text not null,
  subject text not null,
  -- of account mails emptied once sent: a link that lets somebody in is kept no longer than needed
  html text not null,
  text text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'mailbox')),
  attempts int not null default 0,
  last_error text not null default '',
  next_at timestamptz,
  -- whose it is, where it goes to a person of the portal
  user_id int references users (id) on delete set null,
  client_id int,
  -- the e-mail rule and what else its room keeps with it
  rule_id int,
  about jsonb,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mail_created on mail (created_at desc, id desc);
create index mail_rule on mail (rule_id, created_at desc) where rule_id is not null;
create index mail_state on mail (state) where state in ('queued', 'failed');

-- Which process a pool of workers belongs to, so that the jobs of one that died are given to others at once.
create table job_pool (
  pool_id text primary key,
  application_name text not null,
  created_at timestamptz not null default now()
);
