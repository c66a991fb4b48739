-- works with: nothing before
-- Who would have been reached by an alarm of each device, minute by minute as it was then: of what no later setting can
-- tell. Contiguous minutes with the same facts are one row.
create table protection_fact (
  device_id int references device (id) on delete cascade,
  -- Unix ms: the first and the last minute that saw it so.
  from_at bigint,
  until_at bigint not null,
  is_suspended boolean not null,
  -- Whether an alarm of the usual priority would have reached somebody, and the sensors of which the opposite is true.
  is_reached boolean not null,
  others text[] not null,
  -- By priority (1 to 4): {rules, policies: [{id, people, webhooks}]}.
  reached jsonb not null,
  primary key (device_id, from_at)
);
create index protection_fact_from on protection_fact (from_at);

-- Since when the minutes of a device count, and until which hour they are stored.
create table protection_device (
  device_id int primary key,
  site_id int not null references site (id) on delete cascade,
  title text not null,
  -- Unix ms of the first frame that was judged live.
  since_at bigint not null,
  filled_until bigint not null
);

-- Which sensor tells that the machine of a device runs, and which sensors are required. The newest row counts from the
-- next full hour; earlier hours keep theirs.
create table protection_setting (
  id int generated always as identity primary key,
  device_id int not null references device (id) on delete cascade,
  since timestamptz not null,
  -- Null: the usual one. '': none, every minute counts.
  running_path text,
  -- In the displayed unit; null: half of the highest speed of four weeks.
  running_above double precision,
  -- By path: required or not, whatever is usual.
  sensors jsonb not null,
  user_id int references users (id) on delete set null,
  user_name text not null,
  reason text not null
);
create index protection_setting_device on protection_setting (device_id, since desc, id desc);

-- Sets of required sensors, which many hours share.
create table protection_required (
  id int generated always as identity primary key,
  device_id int not null,
  hash text not null,
  paths text[] not null,
  unique (device_id, hash)
);

-- One hour of a device. bit(60): one for each minute, the first minute first. smallint[]: one for each quarter of an hour.
create table protection_hour (
  device_id int,
  t0 bigint,
  -- Where the device stood.
  site_id int not null references site (id) on delete cascade,
  definition smallint not null,
  -- Frames judged live and received in time.
  frames int not null,
  counted bit(60) not null,
  running bit(60) not null,
  unknown bit(60) not null,
  offline bit(60) not null,
  -- By path: {value, disabled, scan}, each the minutes in which that was missing.
  missing jsonb not null,
  required_id int not null,
  setting_id int,
  -- Null: no running sensor.
  running_path text,
  running_unit text,
  running_above double precision,
  -- The highest mean of half an hour; null: no value.
  peak double precision,
  offline_ms int not null,
  interval_days int not null,
  -- What the next hour begins with.
  tail jsonb not null,
  running_minutes smallint[] not null,
  protected_minutes smallint[] not null,
  -- Causes of unprotected minutes with their sensor ('': the device), and four numbers of minutes for each.
  causes smallint[] not null,
  cause_paths text[] not null,
  cause_minutes smallint[] not null,
  primary key (device_id, t0)
);
create index protection_hour_site on protection_hour (site_id, t0) include (running_minutes, protected_minutes);

-- Devices whose stored hours are judged again from a moment on, because what is known of them has changed.
create table protection_recount (
  device_id int primary key,
  from_at bigint not null
);

create index sensor_suspicion_device on sensor_suspicion (device_id);

create function suspicion_changes_protection() returns trigger language plpgsql as $$
begin
  insert into protection_recount (device_id, from_at) values (new.device_id, new.since)
    on conflict (device_id) do update set from_at = least(protection_recount.from_at, excluded.from_at);
  return null;
end $$;
create trigger suspicion_changes_protection after insert on sensor_suspicion
  for each row execute function suspicion_changes_protection();
create trigger suspicion_changed_protection after update on sensor_suspicion for each row
  when ((old.since, old.ended_at, old.dismissed_at, old.dismissed_until)
    is distinct from (new.since, new.ended_at, new.dismissed_at, new.dismissed_until))
  execute function suspicion_changes_protection();
