-- works with: 1920-labels
-- What may be written without a network is taken once by its id, and has the device's clock beside the server's.
-- device_offset_ms: how far the server's clock was ahead of the device's.
alter table daily_round add column entry_id uuid, add column device_at timestamptz,
  add column device_offset_ms bigint, add column received_at timestamptz;
create unique index daily_round_entry on daily_round (user_id, entry_id) where entry_id is not null;
alter table site_note add column entry_id uuid, add column device_at timestamptz, add column device_offset_ms bigint;
create unique index site_note_entry on site_note (user_id, entry_id) where entry_id is not null;
alter table maintenance_task add column closed_entry_id uuid, add column closed_device_at timestamptz,
  add column closed_offset_ms bigint;
