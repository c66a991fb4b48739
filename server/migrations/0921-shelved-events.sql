-- works with: nothing before
-- When its shelf ended while it was active: from then on it notifies as if it had just begun. Unix ms.
alter table event add column unshelved_at bigint;
