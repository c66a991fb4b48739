-- works with: nothing before
-- Webhooks as targets of escalation policies: their deliveries are cancelled and counted with the messages of a step.
-- It is sent nothing but what policies send, and the ends of that.
alter table webhook add column policies_only boolean not null default false;
alter table webhook_delivery
  add column escalation_id bigint,
  -- The step of the escalation, counted over all rounds from 0.
  add column step int,
  -- Set while it was being sent: it is not begun again.
  add column cancelled_at timestamptz,
  -- Its id in lists beside messages.
  add column number bigint generated always as identity,
  drop constraint webhook_delivery_state_check,
  add constraint webhook_delivery_state_check
    check (state in ('pending', 'sending', 'delivered', 'failed', 'cancelled'));
create index webhook_delivery_escalation on webhook_delivery (escalation_id) where escalation_id is not null;
create index webhook_delivery_event on webhook_delivery (event_id) where event_id is not null;

create or replace function cancel_messages(escalations bigint[]) returns void language sql as $$
  update message set state = case when state = 'pending' then 'cancelled' else state end, cancelled_at = now(),
    due_at = case when state = 'pending' then null else due_at end
  where escalation_id = any(escalations) and state in ('pending', 'sending') and cancelled_at is null;
  update webhook_delivery set state = case when state = 'pending' then 'cancelled' else state end, cancelled_at = now(),
    due_at = case when state = 'pending' then null else due_at end,
    ended_at = case when state = 'pending' then now() else ended_at end
  where escalation_id = any(escalations) and state in ('pending', 'sending') and cancelled_at is null
$$;
