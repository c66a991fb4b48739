-- works with: nothing before
-- Everything that was ever out of service, for exports of the past. Rows of out_of_service go when it is put back; triggers
-- keep them here, so that no writer can forget to.
create table out_of_service_span (
  -- That of the row in out_of_service.
  id int primary key,
  site_id int references site (id) on delete cascade,
  device_id int references device (id) on delete cascade,
  path text,
  since timestamptz not null,
  -- Null: it still is.
  ended_at timestamptz
);
create index out_of_service_span_device on out_of_service_span (device_id) where device_id is not null;
create index out_of_service_span_site on out_of_service_span (site_id) where site_id is not null;
insert into out_of_service_span (id, site_id, device_id, path, since)
select id, site_id, device_id, path, since from out_of_service;

create function keep_out_of_service() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into out_of_service_span (id, site_id, device_id, path, since)
    values (new.id, new.site_id, new.device_id, new.path, new.since);
  else
    update out_of_service_span set ended_at = now() where id = old.id;
  end if;
  return null;
end $$;
create trigger keep_out_of_service after insert or delete on out_of_service
  for each row execute function keep_out_of_service();

-- Whether a place was out of service at a moment (unix ms): its site, its device, or the sensor itself.
create function was_out_of_service(site int, device int, sensor text, at bigint) returns boolean language sql stable as $$
  select exists (select 1 from out_of_service_span o
    where (o.site_id = site or (o.device_id = device and (o.path is null or o.path = sensor)))
      and o.since <= to_timestamp(at / 1000.0) and (o.ended_at is null or o.ended_at > to_timestamp(at / 1000.0)))
$$;
