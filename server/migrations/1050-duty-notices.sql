-- works with: nothing before
-- What managers were mailed about gaps in rotations, so that each mail is written once.
create table duty_notice (
  rotation_id int not null references rotation (id) on delete cascade,
  -- left: a person who cannot answer any more; soon: a gap within the next days.
  kind text not null check (kind in ('left', 'soon')),
  -- 0: the rotation has not begun.
  user_id int not null,
  -- soon: the start of the gap; left: 1970.
  gap_at timestamptz not null,
  noticed_at timestamptz not null,
  primary key (rotation_id, kind, user_id, gap_at)
);
create index duty_notice_age on duty_notice (noticed_at) where kind = 'soon';

-- Rotations by which nobody is on call now, and since when that is known.
create table duty_nobody (
  rotation_id int primary key references rotation (id) on delete cascade,
  since timestamptz not null
);
