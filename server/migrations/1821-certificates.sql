-- works with: 1820-protected-hours
-- Certificates of protected hours as they were issued; a row never changes.
create table certificate (
  number text primary key,
  site_id int not null references site (id) on delete cascade,
  -- Such as 2026-10, by the site's zone.
  month text not null,
  version int not null,
  issued_at timestamptz not null,
  issued_by text not null,
  share double precision,
  -- SHA-256 of the figures, hex: they differ when there is something to issue anew.
  figures text not null,
  is_time_stamped boolean not null,
  -- The signed file, byte for byte, and what it holds the hashes of.
  document text not null,
  page bytea not null,
  annex bytea not null,
  unique (site_id, month, version)
);

-- Public keys by which certificates were signed; they stay published after another secret has made another key.
create table certificate_key (
  public_key text primary key,
  since timestamptz not null
);
