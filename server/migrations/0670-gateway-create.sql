-- A site's gateway credential: one per site, compared by a keyed hash, never readable again.
create table site_gateway (
  site_id int primary key references site (id) on delete cascade,
  password_hash bytea not null,
  made_by text not null,
  made_at timestamptz not null
);
