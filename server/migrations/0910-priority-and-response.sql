-- works with: nothing before
-- Priority: 1 critical, 2 high, 3 medium, 4 low. Null on a rule or sensor: the default of the event's type.
-- An event gets both columns when it begins, from the settings of that moment.
alter table event add column priority smallint default 3 check (priority between 1 and 4);
-- The default fills the existing rows without writing them; new events give their own.
alter table event alter column priority drop default;
alter table event add column respond_within_minutes int;
update event set priority = 2 where type = 'alarm_on';
update event e set priority = 2 from device d
where d.id = e.device_id and e.type = 'warning_on' and e.sensor_id is not null
  and coalesce(d.is_emulated_as, d.device_type) in ('0005', '0006');

-- Response text of a rule; a null field is that of its sensor.
alter table warning_rule
  add column priority smallint check (priority between 1 and 4),
  add column likely_cause text,
  add column consequence text,
  add column what_to_do text,
  add column respond_within_minutes int check (respond_within_minutes between 1 and 10080);

-- Priority of a sensor's alarms, and how to respond to them.
create table sensor_response (
  device_id int not null references device (id) on delete cascade,
  path text not null,
  priority smallint check (priority between 1 and 4),
  likely_cause text,
  consequence text,
  what_to_do text,
  respond_within_minutes int check (respond_within_minutes between 1 and 10080),
  primary key (device_id, path)
);
