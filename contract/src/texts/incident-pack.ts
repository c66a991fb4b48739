import { defineTexts } from './define-texts.ts';

interface ReadmeFacts {
  readonly what: string;
  readonly place: string;
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly made: string;
  readonly by: string;
  readonly devices: readonly string[];
  readonly drawings: 'some' | 'none' | 'hidden';
  readonly cut: readonly string[];
}

const drawingWords: Readonly<Record<ReadmeFacts['drawings'], string>> = {
  some: 'drawings/*.json          the plant drawing that was published when the alarm began, each tab with these devices as a document, not as a picture; each says if it was published later because there was none at the time',
  none: 'No published plant drawing shows these devices.',
  hidden: 'Plant drawings are left out: the person who created this pack may not see them.',
};

export const texts = defineTexts('incident-pack', {
  open: 'Incident pack',
  hint: 'Downloads everything about this alarm as one ZIP',
  progress: (megabytes: string): string => `Incident pack: ${megabytes} MB received`,
  cancel: 'Cancel',
  saved: 'The incident pack has been saved.',
  failed: 'The incident pack could not be created. Please try again.',
  onlyAlarms: 'Only events that start a condition have an incident pack.',
  documentTitle: (device: string): string => `Sensors of ${device}`,
  chartSpan: (from: string, to: string): string => `${from} to ${to}, one point a minute; red: in alarm`,
  noSeries: 'The device sent nothing in this period.',
  readme: (facts: ReadmeFacts): string => `Incident pack
${facts.what}
${facts.place}
Began ${facts.at}
Covers ${facts.from} to ${facts.to}
Created ${facts.made} by ${facts.by}

Devices:
${facts.devices.map((line) => `- ${line}`).join('\n')}

story.txt                the story of the incident as it was told when this pack was created
events.csv               events of these devices in order, with the first of the incident and how certain the order is
who_knows.csv            who was notified by the escalation policies, through which channel, and what became of each message
held_back.csv            what was shelved or out of service
notes.csv                what people noted about these devices and the site
proof_tests.csv          the last finished proof test of each sensor before the alarm
settings_then.json       warning rules, units, names, pictures and responses when the alarm began
settings_now.json        the same when this pack was created
changes.csv              changes of these settings since the beginning of the pack, with their values before and after
clocks.csv               clock offset and delay of each device at the beginning, at the alarm and at the end
refused_frames.csv       frames that could not be stored
sensors/device_*.csv     every reading of all sensors in full resolution
sensors/device_*.pdf     the same as graphs, one point a minute
${drawingWords[facts.drawings]}
SHA256SUMS               the checksums of these files: check them with 'sha256sum -c SHA256SUMS'

Settings then: rules and units are exact. Names, pictures and responses are reconstructed from the recorded changes; what was copied from another device since then is in changes.csv only.
Out of service: what was returned to service before this pack was created is in changes.csv only.
${facts.cut.length === 0 ? '' : `Too long and truncated: ${facts.cut.join(', ')}.\n`}`,
});
