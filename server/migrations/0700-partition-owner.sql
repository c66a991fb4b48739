-- Several processes share the devices: each of 64 partitions has one owner at a time. Every batch of frames locks the
-- rows of its partitions under the epoch that it was judged under; who takes a partition over raises the epoch, which
-- waits for those batches and fails all later ones. The unique key makes a change of epoch, and not of the lease, a
-- change that conflicts with FOR KEY SHARE: renewing waits for nobody.
create table partition_owner (
  partition int primary key,
  -- '' while nobody has it
  owner text not null default '',
  epoch bigint not null default 0,
  lease_until timestamptz not null default '-infinity',
  unique (partition, epoch)
) with (fillfactor = 20);
insert into partition_owner (partition) select generate_series(0, 63);

-- The processes at work; one that has not said so for its time is gone.
create table process (
  id text primary key,
  roles text[] not null,
  seen_until timestamptz not null
) with (fillfactor = 50);
