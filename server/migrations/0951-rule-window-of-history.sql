-- works with: nothing before
-- Windows belong to a device's history and are deleted with it, like device_latest.
alter table rule_window drop constraint rule_window_device_id_fkey;
