-- works with: nothing before
-- What the chains of test records were when their check value left the database: for each anchor the devices whose
-- chain had grown since the one before. Whoever rewrites a record and its chain cannot rewrite what was sent.
create table record_anchor (
  id int generated always as identity primary key,
  at timestamptz not null,
  value bytea not null
);
create table record_anchor_head (
  anchor_id int not null references record_anchor (id),
  device_id int not null,
  link int not null,
  primary key (device_id, anchor_id)
);
