-- works with: nothing before
-- Events for which the policies have not been looked up yet; inserted in the event's own transaction.
create table pending_escalation (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  -- The steps count from here.
  at timestamptz not null default now(),
  attempts int not null default 0,
  retry_at timestamptz
);

-- A policy at work for one condition of one device. The steps are those of its start.
create table escalation (
  id bigint generated always as identity primary key,
  policy_id int not null,
  title text not null,
  client_id int not null,
  site_id int not null,
  device_id int not null,
  -- What is wrong: type, sensor and rule, without the moment.
  condition text not null,
  -- The newest event of the condition.
  event_id bigint not null,
  -- Of that event, 1 critical to 4 low.
  priority smallint not null,
  steps jsonb not null,
  repeats smallint not null,
  repeat_after_minutes smallint not null,
  goes_on_after_clearing boolean not null,
  -- By the clock of the database, as all times here.
  started_at timestamptz not null,
  -- The next step, counted over all rounds from 0.
  next_step int not null default 0,
  -- Null: no step is due any more.
  next_at timestamptz,
  -- running; others: acknowledged, and the step that wants everybody is repeated to the others;
  -- used_up: every round is over and nobody acknowledged
  state text not null default 'running' check (state in
    ('running', 'others', 'used_up', 'acknowledged', 'cleared', 'shelved', 'suspended', 'moved', 'removed')),
  ended_at timestamptz
);
create unique index escalation_open on escalation (policy_id, device_id, condition) where ended_at is null;
create index escalation_due on escalation (next_at) where next_at is not null;
create index escalation_device on escalation (device_id, condition, ended_at);
create index escalation_used_up on escalation (client_id) where state = 'used_up';

create table escalation_event (
  escalation_id bigint not null references escalation (id) on delete cascade,
  event_id bigint not null,
  primary key (escalation_id, event_id)
);
create index escalation_event_event on escalation_event (event_id);

-- What a step did: whom it could not notify, and why.
create table escalation_step (
  escalation_id bigint not null references escalation (id) on delete cascade,
  step int not null,
  due_at timestamptz not null,
  at timestamptz not null,
  -- [{kind, id, name, gap}]
  gaps jsonb not null,
  primary key (escalation_id, step)
);

-- Ends or cancels in the transaction of whoever acknowledges, ends or shelves an event. A trigger, because the pipeline,
-- Fix Notification, late hours, shelves, single and bulk acknowledgements all write events: none can be forgotten.
create function cancel_messages(escalations bigint[]) returns void language sql as $$
  update message set state = case when state = 'pending' then 'cancelled' else state end, cancelled_at = now()
  where escalation_id = any(escalations) and state in ('pending', 'sending') and cancelled_at is null
$$;

-- Whether the last step wants everybody and has a round left in which it is repeated. Takes the row itself: after waiting
-- for a step that is being run, an update calls it again with the row as that step left it.
create function wants_others(x escalation) returns boolean language sql immutable as $$
  select x.state = 'running' and x.next_step > 0
    and coalesce((x.steps -> ((x.next_step - 1) % jsonb_array_length(x.steps)) ->> 'everybody')::boolean, false)
    and (x.next_step - 1) / jsonb_array_length(x.steps) < x.repeats
$$;

create function event_changes_escalations() returns trigger language plpgsql as $$
declare ended bigint[];
begin
  if new.is_shelved and not old.is_shelved then
    with done as (update escalation x set state = 'shelved', ended_at = now(), next_at = null
      from escalation_event ee where ee.event_id = new.id and x.id = ee.escalation_id and x.ended_at is null
      returning x.id) select array_agg(id) into ended from done;
    perform cancel_messages(ended);
  elsif new.acknowledged_at is not null and new.acknowledged_at is distinct from old.acknowledged_at then
    -- A step that wants everybody is repeated to the others, while there are rounds.
    with done as (update escalation x set
        state = case when wants_others(x) then 'others' else 'acknowledged' end,
        ended_at = case when wants_others(x) then null else now() end,
        next_step = case when wants_others(x) then x.next_step - 1 + jsonb_array_length(x.steps) else x.next_step end,
        next_at = case when wants_others(x) then now() + make_interval(mins => x.repeat_after_minutes) end
      from escalation_event ee
      where ee.event_id = new.id and x.id = ee.escalation_id and x.ended_at is null and x.state <> 'others'
      returning x.id, x.state)
    select array_agg(id) filter (where state = 'acknowledged') into ended from done;
    perform cancel_messages(ended);
    update message set state = 'acknowledged', acknowledged_at = now()
    where event_id = new.id and user_id = new.acknowledged_user and state in ('sent', 'delivered', 'opened');
  elsif old.is_active and not new.is_active then
    with done as (update escalation x set state = 'cleared', ended_at = now(), next_at = null
      from escalation_event ee where ee.event_id = new.id and x.id = ee.escalation_id and x.state = 'running'
        and not x.goes_on_after_clearing
        and not exists (select 1 from escalation_event other join event e on e.id = other.event_id
          where other.escalation_id = x.id and e.id <> new.id and e.is_active)
      returning x.id) select array_agg(id) into ended from done;
    perform cancel_messages(ended);
  end if;
  return null;
end $$;
create trigger event_changes_escalations after update of acknowledged_at, is_shelved, is_active on event
  for each row when (
    (new.is_shelved and not old.is_shelved) or (old.is_active and not new.is_active)
    or (new.acknowledged_at is not null and new.acknowledged_at is distinct from old.acknowledged_at))
  execute function event_changes_escalations();

-- Suspending, removing and moving end what runs; a moved device starts again under its new site.
create function place_changes_escalations() returns trigger language plpgsql as $$
declare ended bigint[];
declare why text := case when new.removed_at is not null then 'removed' when new.is_suspended then 'suspended' else 'moved' end;
begin
  with done as (update escalation x set state = why, ended_at = now(), next_at = null
    where x.ended_at is null and case tg_table_name when 'site' then x.site_id else x.device_id end = new.id
    returning x.id, x.event_id)
  , again as (insert into pending_escalation (event_id) select event_id from done where why = 'moved')
  select array_agg(id) into ended from done;
  perform cancel_messages(ended);
  return null;
end $$;
create trigger device_changes_escalations after update of is_suspended, removed_at, site_id on device
  for each row when ((new.is_suspended and not old.is_suspended) or (new.removed_at is not null and old.removed_at is null)
    or new.site_id <> old.site_id)
  execute function place_changes_escalations();
create trigger site_changes_escalations after update of is_suspended, removed_at on site
  for each row when ((new.is_suspended and not old.is_suspended) or (new.removed_at is not null and old.removed_at is null))
  execute function place_changes_escalations();
