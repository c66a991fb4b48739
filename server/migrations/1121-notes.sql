-- works with: nothing before
-- Notes of people about a moment at a site, or at one of its devices: appended, never changed.
create table site_note (
  id int generated always as identity primary key,
  site_id int not null references site (id) on delete cascade,
  -- null: the whole site.
  device_id int references device (id) on delete cascade,
  -- The moment that it is about, and when it was written.
  at timestamptz not null,
  written_at timestamptz not null,
  user_id int,
  user_name text not null,
  text text not null
);
create index site_note_at on site_note (site_id, at desc, id desc);
