-- works with: nothing before
-- The language that a person chose (BCP 47); null: pages follow the browser, and mails are in English.
alter table users add column language text;
