-- works with: 1740-payload-maps
-- Walk tests: one person arms sensors of a stopped machine and trips each. Written by the pipeline with the state that
-- evaluates them, so that the end is exact.
create table walk_test (
  -- The event of its beginning.
  id bigint not null,
  device_id int not null,
  client_id int not null,
  site_id int not null,
  client_name text not null,
  site_name text not null,
  device_name text not null,
  -- The walker, who changes by a take-over. Unix ms by the server's clock.
  user_id int not null,
  started_at bigint not null,
  -- Null: its sensors are armed.
  ended_at bigint,
  signed_at bigint,
  -- The walk with the state of each sensor.
  state jsonb not null,
  primary key (device_id, id)
);
create index walk_test_client on walk_test (client_id, started_at desc, id desc);
create index walk_test_site on walk_test (site_id, started_at desc, id desc);
create index walk_test_running on walk_test (client_id, site_id) where ended_at is null;

-- A record says which walk test it was part of; its hash includes that, and stays as it was for the others.
alter table maintenance_test add column walk_id bigint;
create or replace function maintenance_test_hash(before bytea, r maintenance_test) returns bytea language sql immutable as $$
  select sha256(coalesce(before, ''::bytea) || convert_to((jsonb_build_array(r.id, r.test_id, r.at, r.started_at, r.device_id,
    r.client_id, r.site_id, r.client_name, r.site_name, r.device_name, r.serial_number, r.group_id, r.group_name,
    r.sensor_id, r.sensor_name, r.step, r.user_id, r.user_name, r.comment) ||
    case when r.walk_id is null then '[]'::jsonb else jsonb_build_array(r.walk_id) end)::text, 'UTF8'))
$$;

-- A sensor that a walk test did not prove becomes one task.
alter table maintenance_task add column walk_id bigint;
create unique index maintenance_task_walk on maintenance_task (walk_id, path) where walk_id is not null;
