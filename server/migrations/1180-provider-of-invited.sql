-- works with: nothing before
-- A sign-in that begins with the mailed link of an activation or invitation: its return uses the link up.
alter table provider_attempt add column link_id bigint references account_link (id) on delete cascade;
