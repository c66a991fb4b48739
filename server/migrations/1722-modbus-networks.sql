-- works with: 1721-open-claim
-- Networks in which the Modbus devices of a site may lie, set by operator staff. Without a row the setting
-- MODBUS_NETWORKS holds for shipped types, and for others as long as there is only one client.
create table modbus_network (
  site_id int primary key references site (id) on delete cascade,
  networks text[] not null
);
