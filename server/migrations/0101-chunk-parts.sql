-- An hour of very many frames is written in parts, one for each of its ten slots; usually there is one part, 0.
alter table chunk add column part smallint not null default 0;
alter table chunk drop constraint chunk_pkey;
alter table chunk add primary key (device_id, t0, part);
alter table slots add column part smallint not null default 0;
alter table slots drop constraint slots_pkey;
alter table slots add primary key (device_id, t0, part);
