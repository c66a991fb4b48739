-- works with: 1350-edge-outage-words
-- The form in which names are searched: lower case, without accents. contract/src/search-text.ts is its twin.
create function search_text(given text) returns text
language sql immutable strict parallel safe
return replace(replace(replace(replace(translate(
  regexp_replace(lower(normalize(given, nfkd)), U&'[\0300-\036f]', '', 'g'),
  'øłđħı', 'oldhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

drop index client_search;
create index client_search on client using gin (
  (search_text(number::text || ' ' || company || ' ' || email || ' ' || full_name || ' ' || address || ' ' || phone))
  gin_trgm_ops);
drop index users_search;
create index users_search on users using gin (
  (search_text(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);
drop index site_search;
create index site_search on site using gin ((search_text(title || ' ' || address)) gin_trgm_ops);
drop index device_search;
create index device_search on device using gin (
  (search_text(title || ' ' || serial_number || ' ' || coalesce(udf_id, ''))) gin_trgm_ops);

-- The log's search: each word of it begins a word of the row.
drop index event_search;
create index event_search on event using gin (to_tsvector('simple',
  search_text(site_name || ' ' || device_name || ' ' || coalesce(sensor_name, '') || ' ' || content)));
