-- works with: 1350-edge-outage-words
-- The jobs that run at fixed intervals, one row each for all processes: when the next run is due, and how the last ones
-- ended.
create table scheduled_job (
  task text primary key,
  every_seconds double precision not null,
  due_at timestamptz not null,
  started_at timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  -- Runs that failed since the last one that did not.
  failures integer not null default 0,
  error text not null default ''
);
