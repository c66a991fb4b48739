-- works with: nothing before
-- Who looks after something that does not protect. It holds for the condition that stood when it was given.
create table protection_owner (
  device_id int not null references device (id) on delete cascade,
  -- '' for the whole device; a node's group, or group and sensor.
  path text not null,
  kind text not null,
  owner_id int references users (id) on delete set null,
  owner_name text not null,
  assigned_at timestamptz not null,
  assigned_by text not null,
  primary key (device_id, path, kind)
);
