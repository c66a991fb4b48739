-- works with: nothing before
-- Who took something out of service and why, also after it was put back; the newest reason and review count.
alter table out_of_service_span add column sensor_name text, add column user_name text not null default '',
  add column reason text not null default '';
update out_of_service_span p set sensor_name = o.sensor_name, user_name = o.user_name, reason = o.reason
  from out_of_service o where o.id = p.id;

create or replace function keep_out_of_service() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update out_of_service_span set ended_at = now() where id = old.id;
  else
    insert into out_of_service_span (id, site_id, device_id, path, since, sensor_name, user_name, reason)
    values (new.id, new.site_id, new.device_id, new.path, new.since, new.sensor_name, new.user_name, new.reason)
    on conflict (id) do update set user_name = excluded.user_name, reason = excluded.reason;
  end if;
  return null;
end $$;
create trigger keep_out_of_service_reason after update of user_name, reason on out_of_service
  for each row execute function keep_out_of_service();
