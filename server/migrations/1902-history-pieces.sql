-- works with: nothing before
-- Pieces of the history of a restored backup that are still to come back (history/restore): a UTC day, or the part of it
-- that was not in the catalogue, of some devices. A row goes in the transaction that stores its piece.
create table history_piece (
  -- Unix ms, half-open, within one day.
  t0_from bigint not null,
  t0_to bigint not null,
  -- Both included.
  device_from int not null,
  device_to int not null,
  -- The path at which the backup's file was when the restore was called.
  file text not null,
  sha256 text not null,
  bytes bigint not null,
  -- Why it could not be stored; null: nothing was tried yet.
  problem text,
  tried_at timestamptz,
  primary key (t0_from, device_from)
);
