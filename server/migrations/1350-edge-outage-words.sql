-- works with: nothing before
-- When the people of the site were notified of what happened during an outage.
alter table edge_outage rename column told_at to notified_at;
