-- The chain of a device's test records by its own count: event ids come in blocks and need not grow with time when a
-- device moves between processes. The head tells how many links there are, so that a record taken off the end is missed.
alter table maintenance_test add column link int;
alter table maintenance_test disable trigger maintenance_test_stays;
update maintenance_test m set link = counted.link
  from (select device_id, id, row_number() over (partition by device_id order by id) as link from maintenance_test) counted
  where counted.device_id = m.device_id and counted.id = m.id;
alter table maintenance_test enable trigger maintenance_test_stays;
alter table maintenance_test alter column link set not null;
create unique index maintenance_test_link_number on maintenance_test (device_id, link);

create table maintenance_test_head (
  device_id int primary key,
  link int not null,
  chain bytea not null
);
insert into maintenance_test_head (device_id, link, chain)
  select distinct on (device_id) device_id, link, chain from maintenance_test where chain is not null
  order by device_id, link desc;

create or replace function maintenance_test_link() returns trigger language plpgsql as $$
begin
  insert into maintenance_test_head as head (device_id, link, chain)
    values (new.device_id, 1, maintenance_test_hash(null, new))
    on conflict (device_id) do update
      set link = head.link + 1, chain = maintenance_test_hash(head.chain, new)
    returning head.link, head.chain into new.link, new.chain;
  return new;
end $$;
