-- works with: nothing before
-- What a warning rule evaluates beside sensor, sign, value and delay (contract/src/rule-conditions.ts).
-- Rows are never deleted and their evaluating fields never changed, except by a switch of the displayed degrees: a rule
-- is in force from `since` until `until` (unix ms), so that late hours are evaluated by the rules of their time.
alter table warning_rule
  add column kind text not null default 'value' check (kind in ('value', 'rise', 'difference', 'flat')),
  add column window_seconds int check (window_seconds between 1 and 28800),
  add column reference text,
  add column absolute boolean not null default false,
  add column deadband double precision not null default 0 check (deadband >= 0),
  add column off_delay_seconds int check (off_delay_seconds between 0 and 86400),
  -- {sensor_id, sign, value, state, for_seconds}
  add column only_while jsonb,
  add column since bigint not null default 0,
  -- null: in force.
  add column until bigint;
create index warning_rule_in_force on warning_rule (device_id) where until is null;

-- Past values of rules with a window: stored at most once a minute, completed from the frames that came later.
create table rule_window (
  device_id int primary key references device (id) on delete cascade,
  -- Unix ms of arrival of the newest frame in it.
  received_at bigint not null,
  ts bigint not null,
  state text not null
);
