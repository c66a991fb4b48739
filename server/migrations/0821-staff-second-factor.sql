-- works with: nothing before
-- Whether operator staff need a second factor. An upgraded database keeps what it had: no requirement.
alter table oem_settings add column is_staff_2fa_required boolean not null default false;

-- Open sockets of staff are checked anew when the requirement changes, as with the clients' requirement.
create function notify_staff_2fa_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('access', 'all');
  return null;
end $$;
create trigger notify_staff_2fa_change after update of is_staff_2fa_required on oem_settings
  for each row when (new.is_staff_2fa_required is distinct from old.is_staff_2fa_required)
  execute function notify_staff_2fa_change();
