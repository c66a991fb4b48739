-- works with: nothing before
-- What foreign JSON means. Shipped maps have a code and are kept by the server; others belong to the operator (no
-- client) or to a client.
create table payload_map (
  id int generated always as identity primary key,
  client_id int references client (id) on delete cascade,
  owner text not null check (owner in ('shipped', 'operator', 'client')),
  code text unique,
  name text not null,
  -- The newest version.
  version int not null default 1,
  created_at timestamptz not null,
  constraint payload_map_owner check ((owner = 'client') = (client_id is not null)),
  constraint payload_map_code check ((owner = 'shipped') = (code is not null))
);
create index payload_map_client on payload_map (client_id) where client_id is not null;

-- A version never changes; undoing one is a new one. What was stored stays as its version read it.
create table payload_map_version (
  map_id int not null references payload_map (id) on delete cascade,
  version int not null,
  document jsonb not null,
  saved_at timestamptz not null,
  saved_by text not null,
  primary key (map_id, version)
);

alter table device_type add column payload_map_id int references payload_map (id);
create index device_type_payload_map on device_type (payload_map_id) where payload_map_id is not null;

-- A device's own name among the senders of its site, such as a DevEUI.
alter table device add column sender_id text check (length(sender_id) between 1 and 64);
create unique index device_sender on device (site_id, lower(sender_id)) where sender_id is not null and removed_at is null;

-- Topics of an external broker that belong to a site, by their beginning.
create table site_topic_prefix (
  site_id int primary key references site (id) on delete cascade,
  prefix text not null unique check (length(prefix) between 1 and 100)
);

-- Messages of the last 24 h that nobody could read: of unknown senders, and refused ones of devices.
create table waiting_message (
  id bigint generated always as identity primary key,
  -- Null: of an external broker, of no site.
  site_id int references site (id) on delete cascade,
  device_id int references device (id) on delete cascade,
  -- Empty: nothing names it.
  sender text not null,
  topic text,
  received_at timestamptz not null,
  -- A broker kept it: nobody knows when it was new.
  queued boolean not null,
  why text not null,
  -- Encrypted.
  body bytea not null
);
create index waiting_message_sender on waiting_message (site_id, device_id, lower(sender), id);
create index waiting_message_received on waiting_message (received_at);
