-- works with: nothing before
-- Bell and banner of operator staff cover every client: what is active, newest first, without a client.
create index event_active_at on event (at desc, id desc) where is_active;
