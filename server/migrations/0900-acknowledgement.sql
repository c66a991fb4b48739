-- works with: nothing before
-- Whether a person must confirm the event: decided when it begins, by the client's setting of that moment.
alter table event add column needs_acknowledgement boolean not null default false;

-- Beside alarms, which always need acknowledgement: 'warnings', 'offline', 'lost'.
alter table client add column acknowledged_kinds text[] not null default '{}';

-- Alarms that are active now need acknowledgement. Those that cleared before the upgrade do not.
update event e set needs_acknowledgement = true
where e.is_active and not e.is_test
  and (e.type = 'alarm_on' or (e.type = 'warning_on' and exists (
    select 1 from device d where d.id = e.device_id and coalesce(d.is_emulated_as, d.device_type) in ('0005', '0006'))));

-- Cleared and not acknowledged: of one client, and of all.
create index event_unacknowledged on event (client_id, at desc, id desc)
  where needs_acknowledgement and acknowledged_at is null and not is_active;
create index event_unacknowledged_all on event (at desc, id desc)
  where needs_acknowledgement and acknowledged_at is null and not is_active;
