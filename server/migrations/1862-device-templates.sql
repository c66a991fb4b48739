-- works with: nothing before
-- The settings that devices of a type follow: each taking of a device's settings is a version.
create table device_template (
  type_id int primary key references device_type (id) on delete cascade,
  version int not null,
  -- Layout, displayed units and settings by sensor.
  document jsonb not null,
  taken_from text not null,
  taken_at timestamptz not null,
  taken_by text not null
);
-- What a device took last: the template's values, so that a field with another value is the device's own.
create table device_template_use (
  device_id int primary key references device (id) on delete cascade,
  type_id int not null references device_type (id) on delete cascade,
  version int not null,
  applied jsonb not null,
  -- The same of the take before, for undoing a roll-out; null: none.
  before jsonb
);
create index device_template_use_type on device_template_use (type_id);
alter table device_type drop column template;

-- A copy comes from a device, or is the roll-out of a type's template.
alter table settings_copy alter column source_id drop not null;
alter table settings_copy add column type_id int references device_type (id) on delete cascade;
alter table settings_copy add constraint settings_copy_from check ((source_id is null) <> (type_id is null));
create index settings_copy_type on settings_copy (type_id, id desc) where type_id is not null;
