-- works with: 0740-first-visit
-- A board's row is written with each batch of its device. Beyond 2 kB PostgreSQL would compress `state` and move it out of
-- line each time, which costs more than all else of the row. Up to a page it stays in its row; what is longer is moved as
-- it is.
alter table device_latest alter column state set storage external;
alter table device_latest set (toast_tuple_target = 8160);
