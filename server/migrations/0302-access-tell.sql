-- Whoever changes what a person may do, open sockets learn of it at once: payload 'user <id>' or 'all'.
create function tell_access() returns trigger language plpgsql as $$
declare
  row record;
begin
  row := case when tg_op = 'DELETE' then old else new end;
  if tg_argv[0] = 'all' then
    perform pg_notify('access', 'all');
  elsif tg_argv[0] = 'session' then
    -- A wall display has no user: it is told by its session.
    perform pg_notify('access', case when row.user_id is null then 'session ' || row.id else 'user ' || row.user_id end);
  elsif tg_argv[0] = 'user' then
    perform pg_notify('access', 'user ' || row.id);
  else
    perform pg_notify('access', 'user ' || row.user_id);
  end if;
  return null;
end $$;

create trigger tell_access after update of ended_at on session
  for each row when (new.ended_at is distinct from old.ended_at) execute function tell_access('session');
create trigger tell_access_gone after delete on session for each row execute function tell_access('session');
create trigger tell_access after update of is_active, removed_at, is_superuser, is_oem, is_accounts_management on users
  for each row execute function tell_access('user');
create trigger tell_access after insert or update or delete on client_member
  for each row execute function tell_access('member');
create trigger tell_access after insert or update or delete on membership
  for each row execute function tell_access('member');
create trigger tell_access after insert or update of verified_at or delete on two_factor
  for each row execute function tell_access('member');
create trigger tell_access after update of is_active, removed_at, is_2fa_required on client
  for each row when (new.is_active is distinct from old.is_active or new.removed_at is distinct from old.removed_at
    or new.is_2fa_required is distinct from old.is_2fa_required) execute function tell_access('all');
create trigger tell_access after update of removed_at, is_suspended on site
  for each row when (new.removed_at is distinct from old.removed_at or new.is_suspended is distinct from old.is_suspended)
  execute function tell_access('all');
create trigger tell_access after update of removed_at, is_suspended, site_id, udf_id on device
  for each row when (new.removed_at is distinct from old.removed_at or new.is_suspended is distinct from old.is_suspended
    or new.site_id is distinct from old.site_id or new.udf_id is distinct from old.udf_id)
  execute function tell_access('all');
