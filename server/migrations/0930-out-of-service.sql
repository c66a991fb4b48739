-- works with: nothing before
-- Why a site, a device or a sensor is out of service, and when that is to be reviewed. site.is_suspended and
-- device.is_suspended stay the truth for sites and devices; a sensor is out of service while it has a row.
create table out_of_service (
  id int generated always as identity primary key,
  site_id int references site (id) on delete cascade,
  device_id int references device (id) on delete cascade,
  -- `groupId.sensorId`; null: the whole device or site.
  path text,
  -- The sensor's name when it was taken out.
  sensor_name text,
  since timestamptz not null,
  user_id int references users (id) on delete set null,
  user_name text not null,
  -- Empty: no reason given.
  reason text not null,
  review_at timestamptz not null,
  -- The next reminder of the site's managers; null: not scheduled yet.
  next_mail_at timestamptz,
  check ((site_id is null) <> (device_id is null)),
  check (path is null or device_id is not null)
);
create unique index out_of_service_site on out_of_service (site_id) where site_id is not null;
create unique index out_of_service_device on out_of_service (device_id) where device_id is not null and path is null;
create unique index out_of_service_sensor on out_of_service (device_id, path) where path is not null;

-- What was suspended before the upgrade: by whom and since when, as far as the audit log knows.
insert into out_of_service (site_id, since, user_id, user_name, reason, review_at)
select s.id, coalesce(a.at, now()), a.user_id, coalesce(a.user_name, ''), '', now() + interval '7 days'
from site s left join lateral (
  select at, (select u.id from users u where u.id = audit.user_id) as user_id, user_name from audit
  where subject = 'site' and subject_id = s.id::text and action = 'suspend' order by at desc limit 1) a on true
where s.is_suspended;
insert into out_of_service (device_id, since, user_id, user_name, reason, review_at)
select d.id, coalesce(a.at, now()), a.user_id, coalesce(a.user_name, ''), '', now() + interval '7 days'
from device d left join lateral (
  select at, (select u.id from users u where u.id = audit.user_id) as user_id, user_name from audit
  where subject = 'device' and subject_id = d.id::text and action = 'suspend' order by at desc limit 1) a on true
where d.is_suspended;
