import type { ShippedCode } from '@tocsin/contract/device-type';
import type { ResponseFields } from '@tocsin/contract/responses';

/** What the demo's plants have written down about their usual sensors; `[path, response]`. */
type Responses = readonly (readonly [path: string, response: ResponseFields])[];

const response = (
  priority: ResponseFields['priority'],
  minutes: number,
  what_to_do: string,
  likely_cause: string,
  consequence: string,
): ResponseFields => ({ priority, respond_within_minutes: minutes, what_to_do, likely_cause, consequence });

const headBearing = response(
  'critical',
  10,
  'Keep the leg stopped and do not jog it. Measure both head bearings from the platform. Smoke or smell: clear the tower and call 911.',
  'Dry or failing bearing, or the belt tracks to one side and loads it.',
  'Ignition source inside the leg.',
);
const tailBearing = response(
  'critical',
  10,
  'Keep the leg stopped. Look for grain and dust packed around the boot, then measure the bearing by hand thermometer.',
  'Material in the boot, no grease, or a belt that is too tight.',
  'Ignition source at the boot, where grain and dust collect.',
);
const rubBlock = response(
  'critical',
  5,
  'Stop feeding and stop the leg. Do not restart before the belt was retracked at the head.',
  'The belt tracks off at the head and rubs.',
  'Friction heats the belt and the casing; the belt may burn.',
);
const touchswitch = response(
  'critical',
  5,
  'Stop feeding. Open the boot inspection door with the leg locked out, remove the material and retrack the belt.',
  'Belt misaligned at the tail, often from material in the boot. A switch without power alarms too.',
  'The belt edge wears through and may ignite dust.',
);
const speed = response(
  'critical',
  5,
  'Stop the feed at once. Do not jog a choked leg: lock it out and dig out the boot.',
  'Choked boot, slipping or loose belt, overload.',
  'A slipping belt burns at the head pulley. The device stops the leg below 80 %.',
);
const plug = response(
  'high',
  10,
  'Stop what feeds the leg, then find out where it backs up: distributor, spout or full bin.',
  'Chute plugged or bin full.',
  'The leg chokes within minutes.',
);
const pulley = response(
  'high',
  15,
  'Stop the leg and look at the head pulley and its lagging.',
  'Pulley has moved on its shaft, or the shaft has moved.',
  'The belt follows the pulley and rubs at the casing.',
);
const kneeBearing = response(
  'high',
  20,
  'Unload the leg, stop it, and measure the knee pulley bearings.',
  'Dry bearing, or the belt is too tight.',
  'Hot bearing inside the casing.',
);

const leg: Responses = [
  ['1.1000', speed],
  ['1.1001', speed],
  ['2.2000', rubBlock],
  ['2.2001', rubBlock],
  ['3.3000', touchswitch],
  ['3.3001', touchswitch],
  ['4.4000', headBearing],
  ['4.4001', headBearing],
  ['4.4002', tailBearing],
  ['4.4003', tailBearing],
  ['5.5000', plug],
  ['6.6000', pulley],
  ['6.6001', pulley],
  ['7.7000', kneeBearing],
  ['7.7001', kneeBearing],
];

const conveyorBearing = response(
  'high',
  15,
  'Stop the conveyor after it has run empty. Measure the bearing and look for dust on it.',
  'Dry bearing or a belt that rubs.',
  'Ignition source in the receiving pit.',
);
const conveyorSpeed = response(
  'high',
  10,
  'Stop the feed, lock out the conveyor and look for a jam or a loose belt.',
  'Slipping belt or a jam.',
  'Product backs up into the pit.',
);
const pit: Responses = [
  ['31.31000', conveyorBearing],
  ['31.31001', conveyorBearing],
  ['31.31002', conveyorBearing],
  ['32.32000', conveyorSpeed],
  ['32.32001', conveyorSpeed],
];

const bins: Responses = [
  [
    '33.33000',
    response('medium', 15, 'Switch the distributor to another bin.', 'Bin 1 is nearly full.', 'The leg plugs.'),
  ],
  [
    '33.33001',
    response(
      'high',
      5,
      'Reduce the feed to Leg 2. If the current stays above 90 A, stop the feed.',
      'Too much feed, or the boot fills up.',
      'The leg chokes and its belt slips.',
    ),
  ],
];

const nodes: Responses = [
  ['5.51', conveyorBearing],
  ['23.232', conveyorBearing],
];

const byType: Partial<Record<ShippedCode, Responses>> = { '0300': leg, '0005': pit, '0006': bins, F500: nodes };

/** Priorities and response texts of a demo device, by `groupId.sensorId`. */
export const demoResponses = (type: ShippedCode): ReadonlyMap<string, ResponseFields> => new Map(byType[type] ?? []);
