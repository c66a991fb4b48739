-- Events that the e-mail rules have yet to be asked about: written with the events, gone when every rule has answered.
create table email_rule_owed (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  -- told once more after a suspension
  again boolean not null default false,
  attempts int not null default 0,
  -- null: now
  retry_at timestamptz
);

-- What an older version owed as jobs.
insert into email_rule_owed (event_id, again)
select owed.id::bigint, owed.again
from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'email-rules.events'
  cross join lateral (
    select json_array_elements_text(coalesce(j.payload -> 'events', '[]')) as id, false as again
    union all
    select json_array_elements_text(coalesce(j.payload -> 'again', '[]')), true
  ) owed
order by j.id;
delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
where t.id = j.task_id and t.identifier = 'email-rules.events';

-- A sender that has an address goes on with what else waits for it.
create index mail_waiting on mail (lower(to_address)) where state = 'queued';
