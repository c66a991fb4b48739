-- works with: nothing before
-- Whom a step sent no message, because another policy had just sent them one about the event: [{id, name, policy}].
alter table escalation_step add column spared jsonb not null default '[]';
