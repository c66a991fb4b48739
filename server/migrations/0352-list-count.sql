-- Counting what is there without reading the rows themselves.
create index site_there on site (client_id, id) where removed_at is null;
create index device_there on device (site_id, id) where removed_at is null;
create index client_there on client (id) where removed_at is null;
-- Serial numbers of the registry are searched within.
create index device_registry_search on device_registry using gin (lower(serial_number) gin_trgm_ops);
