-- works with: nothing before
-- An incident is numbered by one of its events, the one that notified first, so that the event's own number leads to it
-- before it was grouped and after it was merged. Rows of events that retention removed are gone with them.
delete from incident i where not exists (select 1 from event e where e.device_id = i.device_id and e.id = i.event_id);
update incident i set incident_id = n.id
from (select j.incident_id as old, (array_agg(e.id order by e.received_at, e.id))[1] as id
    from incident j join event e on e.device_id = j.device_id and e.id = j.event_id group by j.incident_id) n
where n.old = i.incident_id;
drop sequence incident_ids;
create index incident_event on incident (event_id);
