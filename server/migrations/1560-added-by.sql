-- works with: 1350-edge-outage-words
-- Who added a person to the client, or sent the invitation that they accepted. Null: unknown, the operator's setup, or
-- the person was removed.
alter table client_member add column added_by int references users (id) on delete set null;
-- What the audit log still knows of earlier years.
update client_member m set added_by = a.user_id
from (
  select distinct on (subject_id, client_id) subject_id::int as person_id, client_id, user_id
  from audit
  where action = 'create' and subject = 'person' and subject_id ~ '^[0-9]{1,9}$' and client_id is not null
  order by subject_id, client_id, id desc
) a
where a.person_id = m.user_id and a.client_id = m.client_id and exists (select from users where id = a.user_id);
update client_member m set added_by = i.invited_by
from invitation i
where i.user_id = m.user_id and i.client_id = m.client_id and i.outcome = 'accepted' and i.invited_by is not null;
