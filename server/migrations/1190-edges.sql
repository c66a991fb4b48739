-- works with: nothing before
-- Programs beside the devices that receive their data and pass it on (npm run edge). Each belongs to one site.
create table edge (
  id int generated always as identity primary key,
  site_id int not null references site (id) on delete cascade,
  title text not null,
  -- The code with which it is claimed, by one key. Repeating the claim with that key changes nothing.
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  code_used boolean not null default false,
  -- Hash of the key that the edge made for itself; null before its first claim.
  key_hash bytea,
  claimed_at timestamptz,
  made_by text not null,
  made_at timestamptz not null,
  -- The configuration's number, and a hash of what it says: a change gets the next number.
  configuration int not null default 0,
  configuration_hash text,
  -- When it last spoke, and how it said that it is.
  seen_at timestamptz,
  health jsonb
);
create index edge_site on edge (site_id);
create index edge_code on edge (code_hash);

-- A device of an edge is neither polled nor heard by the portal itself.
alter table device add column edge_id int references edge (id) on delete set null;
create index device_edge on device (edge_id) where edge_id is not null;

-- An edge serves one site: a device that moves leaves it.
create function leave_edge_with_site() returns trigger language plpgsql as $$
begin
  if new.site_id <> old.site_id then new.edge_id := null; end if;
  return new;
end $$;
create trigger device_leaves_edge before update of site_id on device
  for each row execute function leave_edge_with_site();

-- What an edge compares a device's code with: scrypt with a salt, made once for each code.
create table edge_digest (
  device_id int primary key references device (id) on delete cascade,
  code_hash bytea not null,
  salt text not null,
  digest text not null
);
alter table site_gateway add column edge_salt text, add column edge_digest text;

-- Polls that an edge missed because it had no room. Its number tells a repeated one.
create table edge_gap (
  edge_id int not null references edge (id) on delete cascade,
  number bigint not null,
  device_id int not null references device (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  polls int not null,
  received_at timestamptz not null,
  primary key (edge_id, number)
);
