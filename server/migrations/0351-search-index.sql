-- What lists are searched by, as one lower-case text each: trigram indexes keep a search quick at any number.
create extension if not exists pg_trgm;

create index client_search on client using gin (
  (lower(number::text || ' ' || company || ' ' || email || ' ' || full_name || ' ' || address || ' ' || phone)) gin_trgm_ops);
create index client_company on client (lower(company), id) where removed_at is null;

create index users_search on users using gin (
  (lower(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);
create index users_name on users (lower(first_name || ' ' || last_name), id) where removed_at is null;

create index site_search on site using gin ((lower(title || ' ' || address)) gin_trgm_ops);
create index site_title on site (lower(title), id) where removed_at is null;

create index device_search on device using gin (
  (lower(title || ' ' || serial_number || ' ' || coalesce(udf_id, ''))) gin_trgm_ops);
create index device_title on device (lower(title), id) where removed_at is null;
