import { defineTexts } from './define-texts.ts';

export const texts = defineTexts('changes', {
  reasonMissing: 'This change loosens or removes a limit or rule. Say why.',
  title: 'Why this change?',
  about: 'It loosens or removes a limit or rule. The reason is stored in the audit log with the old and new values.',
  reason: 'Reason',
  save: 'Save with reason',
  proposedToast: 'Proposed. The rules stay as they are until another person has approved the change.',
  proposed: (by: string, at: string): string => `${by} proposed a change on ${at}`,
  proposedAbout: 'The rules in force stay as they are until another person with the same rights has decided.',
  why: (reason: string): string => `Reason: ${reason}`,
  removed: 'Would be removed',
  added: 'Would be added',
  comment: 'Comment',
  approve: 'Approve',
  decline: 'Decline',
  withdraw: 'Withdraw',
  only: 'Only a manager of the site can approve it.',
  approved: 'The change is approved and in force.',
  declined: 'The change is declined.',
  otherPerson: 'Another person must approve this change.',
  addedByAuthor: 'The person who proposed this change added you. Somebody else must approve it.',
  addedByProgram: 'A program added you less than seven days ago. Another account manager must confirm you first.',
  mailboxUnproven:
    'Confirm your e-mail address first: sign out, choose "Forgot password?" and use the link in the mail. Then approve.',
  decided: 'This proposal has already been decided.',
  outdated: 'The rules were changed after this proposal. Decline it and propose it again.',
  needReason: 'Ask for a reason when a limit or rule is loosened or removed',
  needReasonHelp:
    'Applies to warning rules, e-mail rules, escalation policies and webhooks. The reason is stored in the audit log.',
  needApproval: 'A second person must approve such changes of warning rules',
  needApprovalHelp: 'The change waits on the page of the device until another manager approves or declines it.',
});
