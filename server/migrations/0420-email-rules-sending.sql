-- What became of an event under a rule: one row each, so that nothing is mailed twice and an off follows its on.
create table rule_mail (
  rule_id int not null references email_rule (id) on delete cascade,
  event_id bigint not null,
  -- 0: the first mail; n: its nth reminder
  step int not null default 0,
  device_id int not null,
  -- groupId.sensorId, groupId of a node, '' of a whole device
  path text not null,
  is_off boolean not null,
  -- sent: a mail is owed or gone. held: over the cap. gathered: waits for others of a flood. waiting: due later.
  -- told: held back, then summed up in another mail.
  state text not null check (state in ('sent', 'held', 'gathered', 'waiting', 'told', 'dropped')),
  at timestamptz not null,
  mail_id bigint,
  primary key (rule_id, event_id, step)
);
create index rule_mail_cap on rule_mail (rule_id, device_id, path, at desc);
create index rule_mail_open on rule_mail (rule_id, state) where state in ('held', 'gathered');
create index rule_mail_recent on rule_mail (rule_id, at desc);
