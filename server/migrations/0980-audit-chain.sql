-- works with: nothing before
-- The audit log as a hash chain. A job seals committed rows: seq is the place in the chain, the hash covers the row and
-- the hash before it, a salted digest stands in for the IP address. A row without seq is not sealed yet.
alter table audit
  add column seq bigint,
  add column day date,
  add column salt bytea,
  add column address_digest bytea,
  add column hash bytea;
create unique index audit_seq on audit (seq) where seq is not null;
create index audit_unsealed on audit (id) where seq is null;
create index audit_full_address on audit (at) where salt is not null;

-- The last hash of each finished day. Heads stay when retention removes the day's rows.
create table audit_head (
  day date primary key,
  last_seq bigint not null unique,
  rows int not null check (rows > 0),
  hash bytea not null,
  at timestamptz not null,
  removed_at timestamptz
);

-- How long rows and full addresses are kept; null: without end, as before.
create table audit_setting (
  id boolean primary key default true check (id),
  address_days int check (address_days between 1 and 3650),
  retention_days int check (retention_days between 30 and 36500),
  version int not null default 1
);
insert into audit_setting default values;
