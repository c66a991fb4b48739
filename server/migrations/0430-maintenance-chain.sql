-- Records of maintenance tests are never changed: each carries the hash of itself and of the one before it, and the table
-- refuses everything but INSERT. Whoever drops the triggers and changes a row is found by the chain.
alter table maintenance_test add column chain bytea;

create function maintenance_test_hash(before bytea, r maintenance_test) returns bytea language sql immutable as $$
  select sha256(coalesce(before, ''::bytea) || convert_to(jsonb_build_array(r.id, r.test_id, r.at, r.started_at, r.device_id,
    r.client_id, r.site_id, r.client_name, r.site_name, r.device_name, r.serial_number, r.group_id, r.group_name,
    r.sensor_id, r.sensor_name, r.step, r.user_id, r.user_name, r.comment)::text, 'UTF8'))
$$;

create function maintenance_test_link() returns trigger language plpgsql as $$
begin
  new.chain := maintenance_test_hash(
    (select chain from maintenance_test where device_id = new.device_id order by id desc limit 1), new);
  return new;
end $$;
create trigger maintenance_test_link before insert on maintenance_test
  for each row execute function maintenance_test_link();

create function maintenance_test_stays() returns trigger language plpgsql as $$
begin
  raise exception 'records of maintenance tests are never changed';
end $$;
create trigger maintenance_test_stays before update or delete on maintenance_test
  for each row execute function maintenance_test_stays();
create trigger maintenance_test_stays_all before truncate on maintenance_test
  for each statement execute function maintenance_test_stays();
