-- works with: nothing before
-- Taking a sensor or a device out of service ends what runs for it in its own transaction; the engine looks at it too.
create function out_of_service_ends_escalations() returns trigger language plpgsql as $$
declare ended bigint[];
begin
  with done as (update escalation x set state = 'suspended', ended_at = now(), next_at = null
    from event e
    where x.device_id = new.device_id and x.ended_at is null and e.device_id = x.device_id and e.id = x.event_id
      and (new.path is null or new.path = '' or new.path = e.group_id || '.' || e.sensor_id)
    returning x.id) select array_agg(id) into ended from done;
  perform cancel_messages(ended);
  return null;
end $$;
create trigger out_of_service_ends_escalations after insert on out_of_service
  for each row when (new.device_id is not null) execute function out_of_service_ends_escalations();
