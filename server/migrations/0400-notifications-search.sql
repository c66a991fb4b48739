-- The log's search: each word of it begins a word of the row.
create index event_search on event using gin (
  to_tsvector('simple', site_name || ' ' || device_name || ' ' || coalesce(sensor_name, '') || ' ' || content)
);
