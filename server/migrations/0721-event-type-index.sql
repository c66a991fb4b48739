-- A type of event that is rare is found without reading all the others of its client.
create index event_type on event (client_id, type, at desc, id desc);
