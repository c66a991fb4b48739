-- works with: nothing before
-- Frames of a device that arrived in one message are stored as one row (history/codec/frame-bundle.ts): those of one
-- hour, list of sensors and lane, received at the same time and off by the same time, ascending. Its own times and seq
-- are those of the first frame.
create table frame_bundle (
  ts bigint not null,
  -- The last frame's ts, within the same hour.
  ts_to bigint not null,
  device_ts bigint not null,
  boot bigint not null,
  seq bigint not null,
  received_at bigint not null,
  device_id int not null,
  layout_id int not null,
  n int not null,
  p bytea not null,
  primary key (device_id, ts, boot, seq)
) partition by range (ts);
alter table frame_bundle alter column p set storage external;
create index frame_bundle_device_ts on frame_bundle (device_id, device_ts);

-- The same for late frames until their hour's job has put them into its chunk.
create table frame_bundle_late (
  device_ts bigint not null,
  boot bigint not null,
  seq bigint not null,
  ts bigint not null,
  ts_to bigint not null,
  received_at bigint not null,
  device_id int not null,
  layout_id int not null,
  n int not null,
  p bytea not null,
  primary key (device_id, device_ts, boot, seq)
);
alter table frame_bundle_late alter column p set storage external;
create index frame_bundle_late_ts on frame_bundle_late (device_id, ts);
