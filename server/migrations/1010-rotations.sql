-- works with: nothing before
-- Who takes turns at being on call, and who does instead. Without a site a rotation serves every site of the client.
create table rotation (
  id int generated always as identity primary key,
  client_id int not null references client (id) on delete cascade,
  site_id int references site (id) on delete cascade,
  title text not null,
  timezone text not null,
  -- Wall-clock time of the handovers in that zone: 06:00.
  handover_time text not null check (handover_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- 1 Monday to 7 Sunday: weekly; null: daily.
  weekday smallint check (weekday between 1 and 7),
  -- Local day of the first turn.
  start_day date not null,
  version int not null default 1,
  created_at timestamptz not null
);
create index rotation_client on rotation (client_id);
create index rotation_site on rotation (site_id);

-- A person who is removed stays, as a gap that is shown: no foreign key. The name is that of the time of the change.
create table rotation_person (
  rotation_id int not null references rotation (id) on delete cascade,
  position smallint not null,
  user_id int not null,
  user_name text not null,
  primary key (rotation_id, position)
);
create index rotation_person_user on rotation_person (user_id);

-- Half-open. Of overrides at the same time the one made last (the highest id) decides.
create table rotation_override (
  id int generated always as identity primary key,
  rotation_id int not null references rotation (id) on delete cascade,
  user_id int not null,
  user_name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (starts_at < ends_at),
  created_at timestamptz not null,
  created_by text not null
);
create index rotation_override_rotation on rotation_override (rotation_id, ends_at);
create index rotation_override_user on rotation_override (user_id);
