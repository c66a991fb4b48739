-- works with: nothing before
-- How a client's people sign in: limits of their sessions. Null, or no row: the limits that hold for everybody.
create table client_sign_in (
  client_id int primary key references client (id) on delete cascade,
  idle_minutes int check (idle_minutes between 5 and 1440),
  lifetime_hours int check (lifetime_hours between 1 and 2160),
  max_sessions int check (max_sessions between 1 and 100),
  version int not null default 1
);

-- A session from a client's provider reaches that client alone.
alter table session add column only_client_id int references client (id) on delete cascade;

-- The strictest limits of a person's active clients, or of the session's only one. Operator staff belong to no client.
create function session_limits(person int, only_client int)
returns table (idle_minutes int, lifetime_hours int, max_sessions int) language sql stable as $$
  select min(k.idle_minutes), min(k.lifetime_hours), min(k.max_sessions)
  from client_member m join client c on c.id = m.client_id and c.is_active and c.removed_at is null
    join client_sign_in k on k.client_id = c.id
    join users u on u.id = m.user_id and not u.is_superuser and not u.is_oem
  where m.user_id = person and m.is_active and m.client_id = coalesce(only_client, m.client_id)
$$;

-- Open sockets are checked anew when limits change.
create trigger tell_access after insert or update of idle_minutes, lifetime_hours, max_sessions on client_sign_in
  for each row execute function notify_access_change('all');
