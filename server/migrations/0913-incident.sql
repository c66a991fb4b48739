-- works with: nothing before
-- Alarms that belong to one incident: of one device, or of machines connected in a schema, within 10 minutes.
-- One row for each alarm of an incident; an alarm on its own has none.
create sequence incident_ids;
create table incident (
  device_id int not null references device (id) on delete cascade,
  event_id bigint not null,
  incident_id bigint not null,
  is_first boolean not null,
  -- Of the first: the smallest distance in ms to another alarm that may have been first; null: the order is certain.
  uncertain_ms int,
  -- Of the first: it was received after an alarm that counted as the first.
  is_late_first boolean not null default false,
  size int not null,
  span_ms int not null,
  primary key (device_id, event_id)
);
create index incident_id on incident (incident_id);
-- Beginnings of alarms by their arrival, for finding those that no run has seen.
create index event_alarm_received on event (received_at) where type in ('alarm_on', 'warning_on') and not is_test;
