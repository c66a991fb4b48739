-- works with: nothing before
-- Who is mailed the day or the week of a site when it is over, and when the next one is.
create table handover_mail (
  site_id int not null references site (id) on delete cascade,
  user_id int not null references users (id) on delete cascade,
  span text not null check (span in ('day', 'week')),
  next_at timestamptz not null,
  primary key (site_id, user_id, span)
);
create index handover_mail_next on handover_mail (next_at);
