-- works with: nothing before
-- Where a site lies, in degrees; both or neither.
alter table site
  add column latitude double precision,
  add column longitude double precision,
  add constraint site_latitude check (latitude between -90 and 90),
  add constraint site_longitude check (longitude between -180 and 180),
  add constraint site_coordinates check ((latitude is null) = (longitude is null));

-- The sensor whose value walls show for the device while nothing is in alarm: `group.sensor`. Null: chosen by rule.
alter table device add column key_sensor text;

-- The last alarm of each device of a site.
create index event_device_alarm on event (device_id, at desc) where type = 'alarm_on' and not is_test;
