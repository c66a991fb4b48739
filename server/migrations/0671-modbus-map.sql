-- An F500's own register map: the name of a known one, or a map as JSON. Null: that of its type.
alter table device add column modbus_map text;
