-- works with: 1350-edge-outage-words
-- The transaction that committed the event, so that an acknowledgement covers what a list had shown. Null: written before.
alter table event add column written_in xid8;
alter table event alter column written_in set default pg_current_xact_id();
