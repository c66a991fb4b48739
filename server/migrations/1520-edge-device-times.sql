-- works with: 1350-edge-outage-words
-- When a device belonged to an edge: what the edge received then is taken after the device left it, as history.
create table edge_device_time (
  device_id int not null references device (id) on delete cascade,
  edge_id int not null references edge (id) on delete cascade,
  -- The client of the device then.
  client_id int not null,
  from_at timestamptz not null,
  -- null: it still belongs to the edge.
  until_at timestamptz,
  primary key (device_id, edge_id, from_at)
);

insert into edge_device_time (device_id, edge_id, client_id, from_at)
  select d.id, e.id, s.client_id, e.made_at
  from device d join edge e on e.id = d.edge_id join site s on s.id = d.site_id;

create function note_edge_device_time() returns trigger language plpgsql as $$
declare
  client int := (select client_id from site where id = new.site_id);
begin
  update edge_device_time set until_at = now() where device_id = new.id and until_at is null;
  if new.edge_id is not null then
    insert into edge_device_time (device_id, edge_id, client_id, from_at) values (new.id, new.edge_id, client, now())
    on conflict (device_id, edge_id, from_at) do update set until_at = null;
  end if;
  return null;
end $$;
create trigger device_changes_edge after update on device
  for each row when (new.edge_id is distinct from old.edge_id) execute function note_edge_device_time();
create trigger device_begins_at_edge after insert on device
  for each row when (new.edge_id is not null) execute function note_edge_device_time();

-- Items of devices that are not the edge's own, refused since it was added.
alter table edge add column refused_items bigint not null default 0;
