-- The list of sites stands newest first: one page of it is read along this index instead of sorting all of a client's.
create index site_newest on site (client_id, created_at desc, id) where removed_at is null;
