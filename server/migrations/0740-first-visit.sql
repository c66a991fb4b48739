-- The tour that a person sees at first, closed for good; the operator's first steps, put away.
alter table users add column tour_closed_at timestamptz;
alter table oem_settings add column first_steps_closed_at timestamptz;
