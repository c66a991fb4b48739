-- works with: nothing before
-- One row: which installation this database is of, and a value encrypted with the secret that its other values are
-- encrypted with (null until the first start), so that a start with another secret is noticed.
create table installation (
  only_one boolean primary key default true check (only_one),
  id uuid not null default gen_random_uuid(),
  canary bytea,
  created_at timestamptz not null default now()
);
insert into installation default values;
