-- works with: nothing before
-- When the shifts of a site begin, in its zone; a site without a row has the usual times.
create table site_shifts (
  site_id int primary key references site (id) on delete cascade,
  starts text[] not null
);

-- Who took over a shift, and what was open then: appended, never changed. Names as they were then.
create table shift_takeover (
  id int generated always as identity primary key,
  site_id int not null references site (id) on delete cascade,
  shift_from timestamptz not null,
  shift_to timestamptz not null,
  at timestamptz not null,
  user_id int,
  user_name text not null,
  comment text not null,
  -- Keys of the points that the person confirmed to have read.
  points text[] not null
);
create index shift_takeover_site on shift_takeover (site_id, shift_from, id);
create index daily_round_at on daily_round (site_id, at);
