-- works with: nothing before
-- The first day of the month in which the protected hours of a site were mailed last, in its zone.
alter table protection_mail add column month date;
