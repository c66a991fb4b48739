-- works with: nothing before
-- A device type: how its devices come in, and what the portal does with them. The five of the specification are
-- shipped and never change; the operator makes types for everybody, a client makes its own.
create table device_type (
  id int generated always as identity primary key,
  -- Null: shipped, or made by the operator for everybody.
  client_id int references client (id) on delete cascade,
  code text not null,
  label text not null,
  owner text not null check (owner in ('shipped', 'operator', 'client')),
  enters text not null check (enters in ('push', 'modbus')),
  -- Each group of a birth is a node.
  groups_are_nodes boolean not null default false,
  -- False: only the portal's warnings, which count as alarms.
  raises_alarms boolean not null default true,
  claim text not null check (claim in ('registry', 'open')),
  -- How often its devices send, in seconds, until five gaps were measured.
  report_interval_s int check (report_interval_s between 1 and 86400),
  -- Register map of its devices: the name of a known one, or a map as JSON. Null: that of its code.
  modbus_map text,
  -- Names, units, rules and texts that a new device brings along, as JSON.
  template jsonb,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint device_type_owner check ((owner = 'client') = (client_id is not null))
);
-- A client's own code may later be the code of an operator's type too: its devices keep the client's.
create unique index device_type_code on device_type (coalesce(client_id, 0), lower(code));
create index device_type_client on device_type (client_id) where client_id is not null;

insert into device_type (code, label, owner, enters, groups_are_nodes, raises_alarms, claim, created_at) values
  ('F500', 'F500', 'shipped', 'modbus', true, true, 'registry', '2026-01-01T00:00:00Z'),
  ('0300', 'WDC4', 'shipped', 'push', false, true, 'registry', '2026-01-01T00:00:00Z'),
  ('0005', 'ETH-NODE-1', 'shipped', 'push', false, false, 'registry', '2026-01-01T00:00:00Z'),
  ('0006', 'ETH-NODE-2', 'shipped', 'push', false, false, 'registry', '2026-01-01T00:00:00Z'),
  ('F500-UDF', 'F500 UDF', 'shipped', 'push', true, true, 'registry', '2026-01-01T00:00:00Z');

alter table device
  -- The row of device_type, and that of is_emulated_as or else the same: what pages and rules go by.
  add column type_id int references device_type (id),
  add column shown_type_id int references device_type (id);

-- The codes of a device name rows of device_type: the client's own first, else one for everybody. They are looked up
-- when a code changes, so that a later type of the same code changes no device.
create function find_device_type(of_client int, wanted text) returns int language plpgsql as $$
declare
  found_id int := (select id from device_type
    where lower(code) = lower(wanted) and (client_id = of_client or client_id is null)
    order by client_id nulls last limit 1);
begin
  if found_id is null then raise exception 'no device type %', wanted using errcode = 'foreign_key_violation'; end if;
  return found_id;
end $$;
create function set_device_types() returns trigger language plpgsql as $$
declare
  client int := (select client_id from site where id = new.site_id);
begin
  if new.type_id is null or (tg_op = 'UPDATE' and new.type_id = old.type_id and new.device_type <> old.device_type) then
    new.type_id := find_device_type(client, new.device_type);
  end if;
  if new.is_emulated_as is null then
    new.shown_type_id := new.type_id;
  elsif tg_op = 'INSERT' or new.is_emulated_as is distinct from old.is_emulated_as then
    new.shown_type_id := find_device_type(client, new.is_emulated_as);
  end if;
  return new;
end $$;
update device d set
  type_id = find_device_type(null, d.device_type),
  shown_type_id = find_device_type(null, coalesce(d.is_emulated_as, d.device_type));
alter table device alter column type_id set not null, alter column shown_type_id set not null;
create index device_type_of on device (type_id);
create index device_type_shown on device (shown_type_id);
create trigger device_finds_its_type before insert or update of device_type, is_emulated_as, type_id on device
  for each row
  execute function set_device_types();

-- Whether people of the client may add devices of open types and make types of their own. Off for clients from before.
alter table client add column own_devices boolean not null default false;
alter table client alter column own_devices set default true;
