-- works with: nothing before
-- Where a client's events are sent by HTTP. Without a site a webhook serves every site of the client.
create table webhook (
  id int generated always as identity primary key,
  client_id int not null references client (id) on delete cascade,
  site_id int references site (id) on delete cascade,
  title text not null,
  url text not null,
  -- Encrypted; the key of the signature.
  secret bytea not null,
  -- Encrypted; the receiver's own credential, or null.
  credential bytea,
  event_types text[] not null,
  -- 1 critical to 4 low: events of this priority or a more urgent one.
  least_priority smallint not null check (least_priority between 1 and 4),
  format text not null,
  template text,
  content_type text,
  is_active boolean not null default true,
  -- Why and when Tocsin turned it off by itself; null after somebody turned it on again.
  turned_off_at timestamptz,
  -- No attempt before this moment: the receiver asked to wait.
  paused_until timestamptz,
  -- Events that were not queued, because too many deliveries were waiting.
  dropped int not null default 0,
  version int not null default 1,
  created_at timestamptz not null
);
create index webhook_client on webhook (client_id);
create index webhook_site on webhook (site_id);

-- Events that the webhooks have not been asked about yet.
create table pending_webhook_event (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  -- Notifies once more, after a shelf or a suspension.
  again boolean not null
);

create table webhook_delivery (
  -- The idempotency key.
  id uuid primary key default gen_random_uuid(),
  webhook_id int not null references webhook (id) on delete cascade,
  -- Null: a test.
  event_id bigint,
  event_type text not null,
  subject text not null,
  replay_of uuid,
  body text not null,
  state text not null check (state in ('pending', 'sending', 'delivered', 'failed')),
  attempts int not null default 0,
  created_at timestamptz not null,
  -- The next attempt; while sending, when another process may take it over.
  due_at timestamptz,
  last_attempt_at timestamptz,
  ended_at timestamptz,
  response_code int,
  error text
);
create index webhook_delivery_log on webhook_delivery (webhook_id, created_at desc, id);
create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where state in ('pending', 'sending');
create index webhook_delivery_old on webhook_delivery (created_at);
