-- works with: nothing before
-- Times in which an edge could not reach the portal. When its back-fill is evaluated, one digest says what came late.
create table edge_outage (
  id int generated always as identity primary key,
  edge_id int not null references edge (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- null: the back-fill is still coming, or not evaluated yet.
  told_at timestamptz,
  late_events int
);
create index edge_outage_open on edge_outage (edge_id) where told_at is null;
