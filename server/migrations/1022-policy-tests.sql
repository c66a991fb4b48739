-- works with: nothing before
-- A live-fire test of an escalation policy: its steps, run for nothing but themselves, with what came of it.
create table policy_test (
  id bigint generated always as identity primary key,
  -- No foreign key: the record outlives its policy.
  policy_id int not null,
  title text not null,
  client_id int not null references client (id) on delete cascade,
  -- Null: the policy serves every site of the client.
  site_id int,
  started_by text not null,
  -- By the clock of the database.
  started_at timestamptz not null,
  -- unanswered: every round is over and nobody acknowledged
  state text not null default 'running' check (state in ('running', 'acknowledged', 'unanswered', 'cancelled')),
  -- Who acknowledged or cancelled it.
  ended_by text,
  ended_at timestamptz,
  comment text not null default '',
  check ((state = 'running') = (ended_at is null))
);
create unique index policy_test_running on policy_test (policy_id) where ended_at is null;
create index policy_test_policy on policy_test (policy_id, started_at desc);

-- When its managers were last reminded of a test that is due.
alter table escalation_policy add column test_reminded_at timestamptz;

-- An escalation and a message are about an event, or about a test.
alter table escalation alter column event_id drop not null, alter column device_id drop not null,
  alter column site_id drop not null,
  add column policy_test_id bigint references policy_test (id) on delete cascade,
  add check ((event_id is null) = (policy_test_id is not null)),
  add check (policy_test_id is not null or (device_id is not null and site_id is not null));
create index escalation_policy_test on escalation (policy_test_id) where policy_test_id is not null;
alter table message alter column event_id drop not null,
  add column policy_test_id bigint references policy_test (id) on delete cascade,
  add check ((event_id is null) = (policy_test_id is not null));
create index message_policy_test on message (policy_test_id) where policy_test_id is not null;
