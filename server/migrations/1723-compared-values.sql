-- works with: 1722-modbus-networks
-- Values of a Modbus device that somebody has compared with the display of the machine, until their map changes.
create table modbus_compared (
  device_id int not null references device (id) on delete cascade,
  -- `group.sensor`.
  path text not null,
  user_name text not null,
  compared_at timestamptz not null,
  primary key (device_id, path)
);
