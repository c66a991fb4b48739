-- works with: nothing before
-- A note may be about one sensor of its device. The name is that of the time of writing.
alter table site_note add column sensor_path text, add column sensor_name text,
  add constraint site_note_sensor check (sensor_path is null or device_id is not null);
