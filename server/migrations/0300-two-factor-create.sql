-- One authenticator a person; the secret is sealed with the server's key.
create table two_factor (
  user_id int primary key references users (id) on delete cascade,
  secret bytea not null,
  -- null until the setup is completed by a code
  verified_at timestamptz,
  -- the 30-second step of the last code taken: each code works once
  last_step bigint,
  created_at timestamptz not null default now()
);

create table recovery_code (
  user_id int not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
