-- works with: nothing before
-- Tables and columns take the names of the glossary; their rows stay as they are.
alter table owed_hour rename to pending_hour;
alter index owed_hour_pkey rename to pending_hour_pkey;
alter index owed_hour_t0 rename to pending_hour_t0;
alter index owed_hour_late rename to pending_hour_late;

alter table event rename column is_told to is_notified;

alter table email_rule_owed rename to pending_rule_event;
alter index email_rule_owed_pkey rename to pending_rule_event_pkey;
alter sequence email_rule_owed_id_seq rename to pending_rule_event_id_seq;

alter table alive_mail rename to heartbeat_mail;
alter index alive_mail_pkey rename to heartbeat_mail_pkey;

alter table backup_made rename to backup_record;
alter index backup_made_pkey rename to backup_record_pkey;
alter sequence backup_made_id_seq rename to backup_record_id_seq;
alter table backup_record rename column made_at to created_at;

alter table history_gate rename to history_closed;

alter table watch rename to monitoring_watch;
alter table unwatched rename to monitoring_gap;
alter index unwatched_pkey rename to monitoring_gap_pkey;
alter index unwatched_to rename to monitoring_gap_to;
alter sequence unwatched_id_seq rename to monitoring_gap_id_seq;
alter function unwatched_stays() rename to monitoring_gap_is_final;
alter trigger unwatched_stays on monitoring_gap rename to monitoring_gap_is_final;
alter trigger unwatched_stays_all on monitoring_gap rename to monitoring_gap_is_final_all;

alter function tell_access() rename to notify_access_change;
