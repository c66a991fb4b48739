import type { Translations } from '../../texts/define-texts.ts';
import { texts as accountMails } from './account-mails.ts';
import { texts as accounts } from './accounts.ts';
import { texts as addDevice } from './add-device.ts';
import { texts as alarmRegister } from './alarm-register.ts';
import { texts as analytics } from './analytics.ts';
import { texts as api } from './api.ts';
import { texts as apiKeys } from './api-keys.ts';
import { texts as audit } from './audit.ts';
import { texts as bearingWeeks } from './bearing-weeks.ts';
import { texts as changes } from './changes.ts';
import { texts as clientSignIn } from './client-sign-in.ts';
import { texts as clients } from './clients.ts';
import { texts as contactMessages } from './contact-messages.ts';
import { texts as contactMethods } from './contact-methods.ts';
import { texts as dashboard } from './dashboard.ts';
import { texts as deviceTemplates } from './device-templates.ts';
import { texts as devices } from './devices.ts';
import { texts as edgePage } from './edge-page.ts';
import { texts as edges } from './edges.ts';
import { texts as emailRules } from './email-rules.ts';
import { texts as escalationMails } from './escalation-mails.ts';
import { texts as escalationPolicies } from './escalation-policies.ts';
import { texts as eventContents } from './event-contents.ts';
import { texts as eventMails } from './event-mails.ts';
import { texts as events } from './events.ts';
import { texts as film } from './film.ts';
import { texts as find } from './find.ts';
import { texts as gateways } from './gateways.ts';
import { texts as graphs } from './graphs.ts';
import { texts as handover } from './handover.ts';
import { texts as health } from './health.ts';
import { texts as heartbeatMail } from './heartbeat-mail.ts';
import { texts as help } from './help.ts';
import { texts as helpPages } from './help-pages.ts';
import { texts as historical } from './historical.ts';
import { texts as historyImport } from './history-import.ts';
import { texts as incidentPack } from './incident-pack.ts';
import { texts as incidentStory } from './incident-story.ts';
import { texts as incidents } from './incidents.ts';
import { texts as inspection } from './inspection.ts';
import { texts as inspectionReport } from './inspection-report.ts';
import { texts as invitations } from './invitations.ts';
import { texts as labels } from './labels.ts';
import { texts as mailbox } from './mailbox.ts';
import { texts as maintenance } from './maintenance.ts';
import { texts as maintenanceTasks } from './maintenance-tasks.ts';
import { texts as messageLink } from './message-link.ts';
import { texts as notes } from './notes.ts';
import { texts as notifications } from './notifications.ts';
import { texts as offline } from './offline.ts';
import { texts as onCall } from './on-call.ts';
import { texts as onCallBanner } from './on-call-banner.ts';
import { texts as onCallCalendar } from './on-call-calendar.ts';
import { texts as onCallMails } from './on-call-mails.ts';
import { texts as outOfService } from './out-of-service.ts';
import { texts as passkeys } from './passkeys.ts';
import { texts as payloadMaps } from './payload-maps.ts';
import { texts as policyTests } from './policy-tests.ts';
import { texts as product } from './product.ts';
import { texts as proofTestPdfs } from './proof-test-pdfs.ts';
import { texts as proposalMails } from './proposal-mails.ts';
import { texts as protection } from './protection.ts';
import { texts as protectionHours } from './protection-hours.ts';
import { texts as protectionMails } from './protection-mails.ts';
import { texts as providers } from './providers.ts';
import { texts as rehearsal } from './rehearsal.ts';
import { texts as respondAgain } from './respond-again.ts';
import { texts as responses } from './responses.ts';
import { texts as rounds } from './rounds.ts';
import { texts as runningEscalations } from './running-escalations.ts';
import { editorTexts as schemaEditor } from './schema-editor.ts';
import { texts as schemas } from './schemas.ts';
import { texts as sensors } from './sensors.ts';
import { texts as settings } from './settings.ts';
import { texts as settingsCopies } from './settings-copies.ts';
import { texts as shell } from './shell.ts';
import { texts as shelves } from './shelves.ts';
import { texts as siteMoment } from './site-moment.ts';
import { texts as sites } from './sites.ts';
import { texts as smsGateway } from './sms-gateway.ts';
import { texts as status } from './status.ts';
import { texts as story } from './story.ts';
import { texts as telemetry } from './telemetry.ts';
import { texts as tour } from './tour.ts';
import { texts as trash } from './trash.ts';
import { texts as ui } from './ui.ts';
import { texts as users } from './users.ts';
import { texts as walkTests } from './walk-tests.ts';
import { texts as wall } from './wall.ts';
import { texts as warningRules } from './warning-rules.ts';
import { texts as webhookMails } from './webhook-mails.ts';
import { texts as webhooks } from './webhooks.ts';
import { texts as whoKnows } from './who-knows.ts';

/** The French texts, by the name of their feature. */
export const translations: Translations = {
  'account-mails': accountMails,
  accounts,
  'add-device': addDevice,
  'history-import': historyImport,
  'alarm-register': alarmRegister,
  analytics,
  'api-keys': apiKeys,
  api,
  audit,
  'bearing-weeks': bearingWeeks,
  changes,
  'client-sign-in': clientSignIn,
  clients,
  'contact-messages': contactMessages,
  'contact-methods': contactMethods,
  dashboard,
  devices,
  'edge-page': edgePage,
  edges,
  'email-rules': emailRules,
  'escalation-mails': escalationMails,
  'escalation-policies': escalationPolicies,
  'event-contents': eventContents,
  'event-mails': eventMails,
  events,
  film,
  find,
  gateways,
  graphs,
  handover,
  health,
  'heartbeat-mail': heartbeatMail,
  'help-pages': helpPages,
  help,
  historical,
  'incident-pack': incidentPack,
  'incident-story': incidentStory,
  incidents,
  'inspection-report': inspectionReport,
  inspection,
  invitations,
  labels,
  mailbox,
  'maintenance-tasks': maintenanceTasks,
  maintenance,
  'message-link': messageLink,
  notes,
  notifications,
  'on-call-banner': onCallBanner,
  'on-call-calendar': onCallCalendar,
  'on-call-mails': onCallMails,
  offline,
  'on-call': onCall,
  'out-of-service': outOfService,
  passkeys,
  'payload-maps': payloadMaps,
  'policy-tests': policyTests,
  product,
  'proof-test-pdfs': proofTestPdfs,
  'proposal-mails': proposalMails,
  'protection-hours': protectionHours,
  'protection-mails': protectionMails,
  protection,
  providers,
  rehearsal,
  'respond-again': respondAgain,
  responses,
  rounds,
  'running-escalations': runningEscalations,
  'schema-editor': schemaEditor,
  schemas,
  sensors,
  'device-templates': deviceTemplates,
  'settings-copies': settingsCopies,
  settings,
  shell,
  shelves,
  'site-moment': siteMoment,
  sites,
  'sms-gateway': smsGateway,
  status,
  telemetry,
  story,
  tour,
  trash,
  ui,
  users,
  'walk-tests': walkTests,
  wall,
  'warning-rules': warningRules,
  'webhook-mails': webhookMails,
  webhooks,
  'who-knows': whoKnows,
};
