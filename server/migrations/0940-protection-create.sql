-- works with: nothing before
-- Sensors that the nightly scan of history suspects to be dead. One open row of each sensor; ended rows stay on record.
create table sensor_suspicion (
  id int generated always as identity primary key,
  device_id int not null references device (id) on delete cascade,
  path text not null,
  kind text not null check (kind in ('sentinel', 'copy', 'flat', 'start', 'contact')),
  -- Type and unit when it was found: a sensor that was retyped since is another one.
  type text not null,
  unit text not null,
  -- Unix ms: when the suspicious behaviour began.
  since bigint not null,
  found_at timestamptz not null,
  -- The last night that saw it.
  seen_at timestamptz not null,
  ended_at timestamptz,
  evidence jsonb not null,
  dismissed_at timestamptz,
  dismissed_until timestamptz,
  dismissed_user int,
  dismissed_by text,
  dismissed_reason text
);
create unique index sensor_suspicion_open on sensor_suspicion (device_id, path) where ended_at is null;

-- What the last scan of a device saw of each sensor, by path: {"movedAt", "inactiveSince"} in unix ms.
create table device_scan (
  device_id int primary key references device (id) on delete cascade,
  scanned_at timestamptz not null,
  lives jsonb not null
);

-- The share of sensors that were proven alive, of each site and day, for its change in a month.
create table proven_share (
  site_id int not null references site (id) on delete cascade,
  day date not null,
  sensors int not null,
  proven int not null,
  primary key (site_id, day)
);

-- When a sensor was first seen as disabled or not scanned; deleted when it no longer is.
create table inactive_seen (
  device_id int not null references device (id) on delete cascade,
  path text not null,
  kind text not null check (kind in ('disabled', 'not_scanned')),
  since timestamptz not null,
  primary key (device_id, path, kind)
);

-- Mails that were sent, so that none is sent twice: the weekly one of a site, and the reminder of an overdue test.
create table protection_mail (
  site_id int primary key references site (id) on delete cascade,
  -- The Monday of the last weekly mail, in the site's zone.
  week date not null
);
create table proof_test_reminder (
  device_id int not null references device (id) on delete cascade,
  path text not null,
  -- Unix ms: the date that was missed.
  due bigint not null,
  reminded_at timestamptz not null,
  primary key (device_id, path)
);
alter table users add column has_protection_mail boolean not null default true;

-- Daily rounds by eye (29 CFR 1910.272 (q)(7)): appended, never changed. Names as they were then.
create table daily_round (
  id int generated always as identity primary key,
  device_id int not null,
  client_id int not null,
  site_id int not null,
  device_name text not null,
  site_name text not null,
  at timestamptz not null,
  -- In the site's zone.
  day date not null,
  user_id int,
  user_name text not null,
  note text not null default ''
);
create index daily_round_site on daily_round (site_id, day, device_id);
create index daily_round_device on daily_round (device_id, day);
