-- works with: nothing before
-- A limited silence with a reason. Written by the pipeline with the state that evaluates it, so that the end is exact.
create table shelf (
  id bigint not null,
  device_id int not null,
  client_id int not null,
  site_id int not null,
  client_name text not null,
  site_name text not null,
  device_name text not null,
  -- Both null: the whole device. Only group_id: a node. rule_id: one warning rule of the sensor.
  group_id text,
  sensor_id text,
  rule_id int,
  -- What is held back, as it was called then.
  title text not null,
  covers_alarms boolean not null,
  reason_code text not null,
  reason text not null,
  -- Events with a higher priority than this notify all the same.
  priority text not null,
  -- Unix ms by the server's clock. first_from: the start of the first of the shelves that followed each other.
  started_at bigint not null,
  first_from bigint not null,
  until bigint not null,
  user_id int,
  user_name text not null,
  ended_at bigint,
  -- Who ended it before its time; null when its time was over.
  ended_by text,
  -- 'expired', 'ended', 'moved', 'removed', 'rule_changed'.
  end_reason text,
  primary key (device_id, id)
);
create index shelf_id on shelf (id);
create index shelf_client on shelf (client_id, started_at desc, id desc);
create index shelf_site on shelf (site_id, started_at desc, id desc);
create index shelf_device on shelf (device_id, started_at desc, id desc);
create index shelf_active on shelf (client_id, site_id) where ended_at is null;

-- Held back by a shelf: active in colour and count, but nothing is sent.
alter table event add column is_shelved boolean not null default false;
create index event_shelved on event (device_id) where is_shelved and is_active;
