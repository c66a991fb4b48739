-- works with: nothing before
-- A client's OpenID Connect provider. The secret is encrypted and never shown again.
create table client_provider (
  client_id int primary key references client (id) on delete cascade,
  issuer text not null,
  oidc_client_id text not null,
  secret bytea not null,
  is_active boolean not null default true,
  groups_claim text not null default 'groups',
  -- [{"group", "role"}]; empty: roles are not limited.
  role_mapping jsonb not null default '[]',
  version int not null default 1
);

-- Which person of the portal is which subject of a provider. Never by an e-mail address.
create table provider_link (
  client_id int not null references client (id) on delete cascade,
  user_id int not null references users (id) on delete cascade,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (client_id, user_id),
  unique (client_id, issuer, subject)
);
create index provider_link_user on provider_link (user_id);

-- A sign-in or a linking that went to a provider and has not come back. Taken out by its return, so that none is replayed.
create table provider_attempt (
  state_hash bytea primary key,
  client_id int not null references client (id) on delete cascade,
  -- Set when a signed-in person links their account; null: a sign-in.
  user_id int references users (id) on delete cascade,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);
create index provider_attempt_expired on provider_attempt (expires_at);

-- The highest role of a session from a provider; null: not limited.
alter table session add column role_limit text check (role_limit in ('User', 'Engineer', 'Manager', 'account'));

-- A session from a provider ends with the link or the provider.
create function end_provider_sessions() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'provider_link' then
    update session set ended_at = now()
    where user_id = old.user_id and only_client_id = old.client_id and ended_at is null;
  else
    update session set ended_at = now() where only_client_id = old.client_id and ended_at is null;
  end if;
  return null;
end $$;
create trigger end_provider_sessions after delete on provider_link
  for each row execute function end_provider_sessions();
create trigger end_provider_sessions after delete on client_provider
  for each row execute function end_provider_sessions();
create trigger end_provider_sessions_changed after update on client_provider
  for each row when (new.is_active is distinct from old.is_active or new.issuer is distinct from old.issuer
    or new.oidc_client_id is distinct from old.oidc_client_id or new.groups_claim is distinct from old.groups_claim
    or new.role_mapping is distinct from old.role_mapping)
  execute function end_provider_sessions();
