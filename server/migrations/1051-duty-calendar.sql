-- works with: nothing before
-- The secret address of a person's duties as a calendar; only the hash of its token is stored.
create table duty_calendar (
  user_id int primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  used_at timestamptz
);
