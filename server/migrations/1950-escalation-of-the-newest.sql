-- works with: 1940-idempotent-calls
-- An acknowledgement of an event ends its escalations, except those that a newer event of the condition has joined which
-- nobody has acknowledged: they go on for that one, and only the messages about the acknowledged event are cancelled.
drop function cancel_messages(bigint[]);
create function cancel_messages(escalations bigint[], about bigint default null) returns void language sql as $$
  update message set state = case when state = 'pending' then 'cancelled' else state end, cancelled_at = now(),
    due_at = case when state = 'pending' then null else due_at end
  where escalation_id = any(escalations) and state in ('pending', 'sending') and cancelled_at is null
    and (about is null or event_id = about);
  update webhook_delivery set state = case when state = 'pending' then 'cancelled' else state end, cancelled_at = now(),
    due_at = case when state = 'pending' then null else due_at end,
    ended_at = case when state = 'pending' then now() else ended_at end
  where escalation_id = any(escalations) and state in ('pending', 'sending') and cancelled_at is null
    and (about is null or event_id = about)
$$;

create or replace function event_changes_escalations() returns trigger language plpgsql as $$
declare ended bigint[];
declare others_open bigint[];
begin
  if new.is_shelved and not old.is_shelved then
    with done as (update escalation x set state = 'shelved', ended_at = now(), next_at = null
      from escalation_event ee where ee.event_id = new.id and x.id = ee.escalation_id and x.ended_at is null
      returning x.id) select array_agg(id) into ended from done;
    perform cancel_messages(ended);
  elsif new.acknowledged_at is not null and new.acknowledged_at is distinct from old.acknowledged_at then
    -- Locked first: whoever joins has done so, or waits until this transaction ends.
    perform 1 from escalation x join escalation_event ee on x.id = ee.escalation_id
    where ee.event_id = new.id and x.ended_at is null order by x.id for update of x;
    select array_agg(x.id) into others_open
    from escalation_event ee join escalation x on x.id = ee.escalation_id join event e on e.id = x.event_id
    where ee.event_id = new.id and x.ended_at is null and x.event_id <> new.id
      and e.needs_acknowledgement and e.acknowledged_at is null;
    perform cancel_messages(others_open, new.id);
    -- A step that wants everybody is repeated to the others, while there are rounds.
    with done as (update escalation x set
        state = case when wants_others(x) then 'others' else 'acknowledged' end,
        ended_at = case when wants_others(x) then null else now() end,
        next_step = case when wants_others(x) then x.next_step - 1 + jsonb_array_length(x.steps) else x.next_step end,
        next_at = case when wants_others(x) then now() + make_interval(mins => x.repeat_after_minutes) end
      from escalation_event ee
      where ee.event_id = new.id and x.id = ee.escalation_id and x.ended_at is null and x.state <> 'others'
        and x.id <> all(coalesce(others_open, '{}'))
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
