-- works with: nothing before
-- Who is notified, step by step, until somebody acknowledges. Without a site a policy serves every site of the client.
create table escalation_policy (
  id int generated always as identity primary key,
  client_id int not null references client (id) on delete cascade,
  site_id int references site (id) on delete cascade,
  title text not null,
  event_types text[] not null,
  -- 1 critical to 4 low: events of this priority or a more urgent one.
  least_priority smallint not null check (least_priority between 1 and 4),
  -- Null: every device of what the policy serves.
  device_ids int[],
  -- [{after_minutes, everybody, targets: [{kind, id, name}]}]. Targets have no foreign key: who leaves stays as a gap.
  steps jsonb not null,
  repeats smallint not null check (repeats between 0 and 5),
  -- From the last step to the first one of the next repeat.
  repeat_after_minutes smallint not null check (repeat_after_minutes between 1 and 1440),
  goes_on_after_clearing boolean not null,
  version int not null default 1,
  created_at timestamptz not null
);
create index escalation_policy_client on escalation_policy (client_id);
create index escalation_policy_site on escalation_policy (site_id);
