-- works with: nothing before
-- Calls that carried an Idempotency-Key, for 24 hours.
create table idempotent_call (
  user_id int not null references users (id) on delete cascade,
  key text not null,
  -- A keyed hash of method, path, selection and body.
  fingerprint bytea not null,
  -- Counts takeovers of a call whose process ended: an earlier attempt changes nothing any more.
  attempt int not null default 1,
  started_at timestamptz not null,
  -- Set in the transaction of the first change.
  is_changed boolean not null default false,
  status int,
  -- The encrypted body; null while the call runs.
  answer bytea,
  primary key (user_id, key)
);
create index idempotent_call_started on idempotent_call (started_at);
