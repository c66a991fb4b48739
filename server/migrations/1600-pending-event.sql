-- works with: nothing before
-- One table for the events that somebody has yet to be asked about, in place of one each for e-mail rules, policies and
-- webhooks. Written with the events, gone when they have answered.
create table pending_event (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  audience text not null check (audience in ('rules', 'policies', 'webhooks')),
  -- It notifies once more, after a suspension.
  is_again boolean not null default false,
  -- When it was stored: the steps of policies count from here.
  at timestamptz not null default now(),
  attempts int not null default 0,
  -- Null: now.
  retry_at timestamptz
);
create index pending_event_audience on pending_event (audience, id);

insert into pending_event (event_id, audience, is_again, attempts, retry_at)
select event_id, 'rules', again, attempts, retry_at from pending_rule_event order by id;
insert into pending_event (event_id, audience, at, attempts, retry_at)
select event_id, 'policies', at, attempts, retry_at from pending_escalation order by id;
insert into pending_event (event_id, audience, is_again)
select event_id, 'webhooks', again from pending_webhook_event order by id;
drop table pending_rule_event, pending_escalation, pending_webhook_event;

-- As before: a moved device starts again under its new site.
create or replace function place_changes_escalations() returns trigger language plpgsql as $$
declare ended bigint[];
declare why text := case when new.removed_at is not null then 'removed' when new.is_suspended then 'suspended' else 'moved' end;
begin
  with done as (update escalation x set state = why, ended_at = now(), next_at = null
    where x.ended_at is null and case tg_table_name when 'site' then x.site_id else x.device_id end = new.id
    returning x.id, x.event_id)
  , again as (insert into pending_event (event_id, audience) select event_id, 'policies' from done where why = 'moved')
  select array_agg(id) into ended from done;
  perform cancel_messages(ended);
  return null;
end $$;
