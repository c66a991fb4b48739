-- works with: nothing before
-- History in object storage (history/archive): one object for each day (UTC) of a device. Its chunks stay as rows with
-- empty keys and p; the last one of the day keeps its end_state, with which the next day begins.
-- This is the catalogue and the journal: an object has a row before it is written and until it is deleted.
create table archive_object (
  -- Begins with the id of the installation that wrote it, ends with the SHA-256 of its bytes.
  key text primary key,
  device_id int not null,
  -- Beginning of the day, unix ms.
  day bigint not null,
  bytes bigint not null,
  -- named: about to be written; live: the day's bytes are there only; deleted: replaced or past its retention, kept for
  -- restored backups; ending: being deleted.
  state text not null check (state in ('named', 'live', 'deleted', 'ending')),
  changed_at bigint not null
);
create unique index archive_object_live on archive_object (device_id, day) where state = 'live';
create index archive_object_ended on archive_object (changed_at) where state <> 'live';

-- Installations whose objects this one took over; it deletes no others than these and its own.
alter table installation add column adopted uuid[] not null default '{}';
