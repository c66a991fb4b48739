-- works with: 1350-edge-outage-words
-- Held back since a reset of the password, until the person confirms the method; null: not held.
alter table contact_method add column held_at timestamptz;
