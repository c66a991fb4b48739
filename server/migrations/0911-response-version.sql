-- works with: nothing before
-- Counts saves of the response texts of a device, so that the second of two editors is refused.
alter table sensor_settings add column responses_version int not null default 0;
