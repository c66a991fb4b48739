-- works with: nothing before
-- Where a person is reached beside their mail address: a browser's push service, a phone number, a webhook of their own.
create table contact_method (
  id int generated always as identity primary key,
  user_id int not null references users (id) on delete cascade,
  kind text not null check (kind in ('push', 'sms', 'webhook')),
  title text not null,
  -- Encrypted: a push subscription, a number or an address.
  address bytea not null,
  -- Keyed: finds a number again without telling it.
  address_hash bytea not null,
  -- Signs a webhook; encrypted.
  secret bytea,
  -- 1 critical to 4 low.
  least_priority smallint not null default 4,
  code_hash bytea,
  code_until timestamptz,
  code_attempts smallint not null default 0,
  verified_at timestamptz,
  -- The last proof that a message arrived.
  confirmed_at timestamptz,
  -- The last failure; null after a success.
  failed_at timestamptz,
  error text not null default '',
  -- The receiver said that it is gone.
  ended_at timestamptz,
  created_at timestamptz not null
);
create unique index contact_method_address on contact_method (user_id, kind, address_hash);
create index contact_method_number on contact_method (address_hash) where kind = 'sms' and verified_at is not null;

-- Messages of low and medium priority are held back between two times of day.
create table quiet_hours (
  user_id int primary key references users (id) on delete cascade,
  -- Minutes after midnight in the zone.
  begins smallint not null check (begins between 0 and 1439),
  ends smallint not null check (ends between 0 and 1439),
  timezone text not null
);

-- The key pair by which push services know this installation (VAPID); made when it is first needed.
create table push_key (
  id boolean primary key default true check (id),
  public_key text not null,
  private_key bytea not null
);

-- How the operator's SMS gateway is called.
create table sms_gateway (
  id boolean primary key default true check (id),
  url text not null,
  method text not null check (method in ('POST', 'PUT', 'GET')),
  -- Encrypted JSON: names and values, which may carry a password.
  headers bytea not null,
  body text not null,
  content_type text not null,
  -- Where the answer has the gateway's id of the message, such as 'messages.0.id'; empty: nowhere.
  id_field text not null,
  -- Fields of a reply and of a report, and the states of a report.
  from_field text not null,
  text_field text not null,
  report_id_field text not null,
  report_state_field text not null,
  delivered_states text[] not null,
  failed_states text[] not null,
  -- Signs what the gateway sends; encrypted.
  secret bytea not null,
  version int not null default 1
);

alter table message drop constraint message_method_check;
alter table message add constraint message_method_check check (method in ('email', 'push', 'sms', 'webhook'));
alter table message
  add column contact_method_id int references contact_method (id) on delete set null,
  add column attempts int not null default 0,
  -- The next attempt; null: a mail, or ended.
  add column due_at timestamptz,
  add column delivered_at timestamptz;
-- As before, and such a message is not looked at again.
create or replace function cancel_messages(escalations bigint[]) returns void language sql as $$
  update message set state = case when state = 'pending' then 'cancelled' else state end, cancelled_at = now(),
    due_at = case when state = 'pending' then null else due_at end
  where escalation_id = any(escalations) and state in ('pending', 'sending') and cancelled_at is null
$$;

create index message_due on message (due_at) where due_at is not null;
create index message_contact on message (contact_method_id, created_at) where contact_method_id is not null;
create index message_provider on message (provider_id) where method = 'sms' and provider_id is not null;
