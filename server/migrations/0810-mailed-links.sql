-- works with: nothing before
-- When the holder of the account last proved to read its mailbox: by a mailed link that nobody else is ever shown.
-- Null: not yet, or the address was changed by somebody else since then.
alter table users add column mailbox_verified_at timestamptz;
-- An activation link that is mailed is another one than the link that is shown for copying.
alter table account_link add column is_mailed boolean not null default false;
