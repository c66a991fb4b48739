-- works with: nothing before
-- A program's own identity. Its row in users carries its name in everything it changes; nobody can sign in with it.
create table service_account (
  id int generated always as identity primary key,
  user_id int not null unique references users (id),
  -- Null: of the operator.
  client_id int references client (id) on delete cascade,
  name text not null,
  scopes text[] not null,
  -- Who answers for it: it has no more rights than they have now. Null: they were removed, so it is refused.
  owner_id int references users (id) on delete set null,
  -- Everybody who ever made or adopted it: its changes count as theirs when one is approved.
  owners int[] not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  -- Calls in a minute of unix time, over all processes.
  minute int not null default 0,
  calls int not null default 0
);
create index service_account_of_client on service_account (client_id) where removed_at is null;
create index service_account_owners on service_account using gin (owners);

create table service_key (
  id int generated always as identity primary key,
  account_id int not null references service_account (id) on delete cascade,
  token_hash bytea not null unique,
  -- The last characters, by which a person knows it again.
  tail text not null,
  -- Networks that it may come from; empty: any.
  addresses text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_address text not null default '',
  revoked_at timestamptz
);
create index service_key_of_account on service_key (account_id) where revoked_at is null;

-- Who joined by a program may not approve for a week, unless a second manager confirms them. Null: joined before 3.0.0.
alter table client_member add column added_at timestamptz;
alter table client_member add column confirmed_by int references users (id) on delete set null;
