-- works with: nothing before
-- Receivers of webhooks that have a word for it are told that somebody has acknowledged what they got.
alter table pending_event drop constraint pending_event_audience_check;
alter table pending_event add constraint pending_event_audience_check
  check (audience in ('rules', 'policies', 'webhooks', 'acknowledgements'));

create function event_acknowledged_for_webhooks() returns trigger language plpgsql as $$
begin
  if exists (select 1 from webhook_delivery d join webhook w on w.id = d.webhook_id
    where d.event_id = new.id and w.is_active and w.format = 'pagerduty') then
    insert into pending_event (event_id, audience) values (new.id, 'acknowledgements');
    perform pg_notify('pending_event', '');
  end if;
  return null;
end $$;
create trigger event_acknowledged_for_webhooks after update of acknowledged_at on event
  for each row when (old.acknowledged_at is null and new.acknowledged_at is not null and new.is_active)
  execute function event_acknowledged_for_webhooks();
