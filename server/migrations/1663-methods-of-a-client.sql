-- works with: nothing before
-- A contact method that a session of a client's provider added gets that client's messages only. Null: of every client.
alter table contact_method add column client_id int references client (id) on delete cascade;
-- When the person last signed in at the provider of this session, as the provider says; null: it does not.
alter table session add column provider_at timestamptz;
