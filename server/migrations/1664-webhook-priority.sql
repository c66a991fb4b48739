-- works with: nothing before
-- Deliveries go by the priority of what they tell, then by age: 1 critical to 4 low.
alter table webhook_delivery add column priority smallint not null default 4 check (priority between 1 and 4);
update webhook_delivery d set priority = coalesce(e.priority, 4)
from event e where e.id = d.event_id and d.state in ('pending', 'sending') and e.priority is not null;
