-- works with: 1862-device-templates
-- The code of a printed label: 80 random bits that name a device, or a machine of the site's published drawing. A code
-- ends with what it names and is never given again.
create table label (
  code text primary key,
  device_id int unique references device (id) on delete cascade,
  -- A machine keeps its frontend_id in all versions of the drawing.
  site_id int references site (id) on delete cascade,
  machine text,
  printed_at timestamptz not null,
  -- The last scan, and by whom.
  scanned_at timestamptz,
  scanned_by text,
  unique (site_id, machine),
  constraint label_names check ((device_id is null) <> (site_id is null) and (site_id is null) = (machine is null))
);
