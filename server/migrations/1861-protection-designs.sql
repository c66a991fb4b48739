-- works with: nothing before
-- A person confirmed with a reason that a sensor is disabled or without a rule by design. It holds while type and unit
-- (shape) stay, and until the state ends.
create table protection_design (
  device_id int references device (id) on delete cascade,
  -- Group and sensor.
  path text,
  kind text check (kind in ('disabled', 'no_rules')),
  shape text not null,
  reason text not null,
  user_id int references users (id) on delete set null,
  user_name text not null,
  confirmed_at timestamptz not null,
  primary key (device_id, path, kind)
);
