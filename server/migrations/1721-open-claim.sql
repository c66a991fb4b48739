-- works with: 1720-device-types
-- Types with which a device can be added without making one first. The operator may change and remove them.
insert into device_type (code, label, owner, enters, raises_alarms, claim, created_at) values
  ('MODBUS', 'Modbus device', 'operator', 'modbus', true, 'open', '2026-01-01T00:00:00Z'),
  ('JSON', 'JSON device', 'operator', 'push', true, 'open', '2026-01-01T00:00:00Z');

alter table device
  -- Who is asked behind the address of a Modbus device; null: what its map says.
  add column modbus_unit int check (modbus_unit between 0 and 255),
  -- rtu: frames of the serial line with their checksum, carried by TCP.
  add column modbus_framing text not null default 'tcp' check (modbus_framing in ('tcp', 'rtu'));
