-- works with: nothing before
-- Number of the lease by which a process holds what it sends: counted up by each claim. What became of it is written
-- with the number only, so that a process that was thought dead changes nothing.
alter table message add column lease int not null default 0;
alter table webhook_delivery add column lease int not null default 0;
