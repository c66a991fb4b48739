import { beforeAll, describe, expect, it } from 'vitest';
import {
  adviceOf,
  anytimeAdvice,
  incidentStory,
  isWorsening,
  type StoryEvent,
  type StoryFacts,
  shortStory,
  standingFirst,
  storyText,
  worseningText,
  worstFact,
} from './incident-story.ts';
import { loadLanguages } from './languages/load.ts';
import type { PresentValue } from './present-value.ts';
import { at, by, cleared, hot, minute, present, stop, storyEvent, storyFacts } from './testing/story-facts.ts';

const advice = 'Do not restart it: check the bearing for grease and play.';
const now = at('04:12:03');
const bearing = (over = {}) => storyEvent(over);
const boot = (over = {}) => storyEvent({ at: at('04:05'), sensor: 'Boot bearing left', value: 91.4, ...over });
const warm = (over = {}) =>
  storyEvent({
    kind: 'warning',
    state: 'Above 60 °C for 60 s',
    value: 66.2,
    priority: 3,
    needs_acknowledgement: false,
    ...over,
  });
const silent = (over = {}) =>
  storyEvent({
    kind: 'offline',
    sensor: null,
    state: '',
    value: null,
    unit: '',
    priority: null,
    needs_acknowledgement: false,
    ...over,
  });
const lost = (over = {}) =>
  storyEvent({
    kind: 'lost',
    device: 'F500',
    device_id: 3,
    sensor: '12 Boot',
    state: 'Lost Communication',
    value: null,
    unit: '',
    priority: 3,
    ...over,
  });
const leg2 = (over = {}) =>
  storyEvent({ device_id: 2, device: 'Leg 2', sensor: 'Tail bearing right', at: at('04:06'), value: 78, ...over });
const pit = (over = {}) =>
  warm({
    at: at('04:11'),
    device_id: 4,
    device: 'Receiving pit',
    sensor: 'Pit belt tail bearing',
    ...over,
    needs_acknowledgement: true,
  });
const long = 'The head bearing on the left of the third bucket elevator, N';
/** The night when Chicago sets its clocks back: 01:30 comes twice. */
const dst = (clock: string, offset: string) => Date.parse(`2026-11-01T${clock}:00${offset}`);
const inZone = (zone: string, facts: StoryFacts): StoryFacts => ({ ...facts, zone });
const night = [bearing(cleared('04:09:02')), stop(by('Sam Ortega', '04:07:40'))];
const flood = (count: number) =>
  Array.from({ length: count }, (_, n) => boot({ at: at('04:05') + n * 1_000, sensor: `Bearing ${n + 1}` }));

/** Name, facts, and where it is not 04:12 the moment at which it is told. */
const cases: readonly (readonly [string, StoryFacts, number?])[] = [
  ['one alarm of a controller', storyFacts([bearing()])],
  ['one alarm without a unit', storyFacts([bearing({ unit: '', value: 1 })])],
  ['one alarm without a value', storyFacts([bearing({ value: null })])],
  ['an alarm of a whole device', storyFacts([bearing({ sensor: null, value: null })])],
  ['one warning of a rule', storyFacts([warm()])],
  ['one lost node', storyFacts([lost()])],
  ['a decimal value', storyFacts([bearing({ value: 84.56 })])],
  ['a small value', storyFacts([bearing({ value: 0.425, unit: 'mm' })])],
  ['a value of -0', storyFacts([bearing({ value: -0.01, unit: 'A' })])],
  ['a percentage', storyFacts([bearing({ sensor: 'Belt speed', value: 58, unit: '%' })])],
  [
    'degrees Fahrenheit of the reader',
    storyFacts([bearing({ value: 183.2, unit: 'F' })], {
      present: present({ unit: 'F', value: 160.2, before: { value: 171, at: at('04:07') } }),
    }),
  ],
  ['a machine that stopped itself', storyFacts([stop()])],
  ['a machine that stopped without a reason', storyFacts([stop({ state: 'Stopped' })])],
  ['a state that only contains the word', storyFacts([stop({ state: 'Belt has stopped moving' })])],
  ['a warning about a stop is no stop', storyFacts([stop({ kind: 'warning' })])],
  ['a bearing and then the stop', storyFacts([bearing(), stop()])],
  [
    'the night of the pictures',
    storyFacts(night, { present: present(), next: { name: 'Petra Lind', at: at('04:22:06') }, advice }),
  ],
  ['the cause cleared, the consequence active', storyFacts([bearing(cleared('04:09:02')), stop()])],
  ['the cause cleared, the consequence acknowledged', storyFacts(night)],
  ['everything cleared, nobody acknowledged', storyFacts([bearing(cleared('04:09:02')), stop(cleared('04:11'))])],
  ['one cleared alarm', storyFacts([bearing(cleared('04:09:02'))])],
  ['one cleared alarm whose end has no time', storyFacts([bearing({ is_active: false })])],
  [
    'one cleared and acknowledged alarm',
    storyFacts([bearing({ ...cleared('04:09:02'), ...by('Sam Ortega', '04:10') })]),
  ],
  ['a single event has no first', storyFacts([bearing()], { first: 99 })],
  ['an alarm without a cause: the stop alone', storyFacts([stop()], { advice })],
  [
    'two causes whose order is not certain',
    ((a, b) => storyFacts([a, b], { uncertain: { event: b.id, ms: 2_000 } }))(bearing(), leg2({ at: hot + 2_000 })),
  ],
  [
    'two causes of one report',
    ((a, b) => storyFacts([a, b, stop()], { uncertain: { event: b.id, ms: 0 } }))(bearing(), boot({ at: hot })),
  ],
  [
    'an uncertain order whose other event the reader may not see',
    storyFacts([bearing(), stop()], { uncertain: { event: 9_999, ms: 2_000 } }),
  ],
  ['a cause that arrived late', storyFacts([bearing({ at: at('04:02') }), stop()], { is_late_first: true })],
  [
    'a cause that is marked late itself',
    storyFacts([bearing({ at: at('04:02'), is_late: true }), stop()], { is_late_first: true }),
  ],
  ['a single late alarm', storyFacts([bearing({ is_late: true })])],
  ['an alarm that was active already', storyFacts([stop()], { before: [bearing({ at: at('03:50') })] })],
  [
    'an alarm of a connected machine that was active already',
    storyFacts([stop()], { before: [leg2({ at: at('03:50') })] }),
  ],
  [
    'an alarm that was shelved already',
    storyFacts([stop()], { before: [bearing({ at: at('03:50'), is_shelved: true, shelved_until: at('05:00') })] }),
  ],
  [
    'more that was active already than is told',
    storyFacts([stop()], { before: [1, 2, 3].map((n) => bearing({ at: at('03:50') + n * minute })) }),
  ],
  [
    'an alarm and a stop of the same machine that ended before',
    storyFacts([bearing(), stop()], {
      earlier: [stop({ at: at('03:47'), ...cleared('03:53') }), bearing({ at: at('03:44'), ...cleared('03:53') })],
    }),
  ],
  [
    'more earlier alarms than are told',
    storyFacts([bearing()], {
      earlier: [55, 50, 45].map((m) => bearing({ at: at(`03:${m}`), ...cleared(`03:${m + 1}`) })),
    }),
  ],
  [
    'a first one that was shelved after it joined',
    storyFacts([bearing({ is_shelved: true, shelved_until: at('05:00') }), stop()]),
  ],
  ['a shelf without an end', storyFacts([bearing({ is_shelved: true })])],
  [
    'a shelf until tomorrow',
    storyFacts([bearing({ is_shelved: true, shelved_until: at('05:00') + 24 * 60 * minute })]),
  ],
  [
    'everything shelved',
    storyFacts([
      bearing({ is_shelved: true, shelved_until: at('05:00') }),
      stop({ is_shelved: true, shelved_until: at('06:00') }),
    ]),
  ],
  ['a test', storyFacts([bearing({ is_test: true })])],
  ['a walk test with two sensors', storyFacts([bearing({ is_test: true }), boot({ is_test: true })])],
  ['a test beside a real alarm', storyFacts([bearing({ is_test: true }), boot()])],
  [
    'a device that goes offline in the middle',
    storyFacts([bearing(), silent({ at: at('04:06') })], {
      present: present({ is_online: false, value: 84, at: at('04:06') }),
    }),
  ],
  [
    'a device that is offline without a value',
    storyFacts([bearing()], { present: present({ is_online: false, value: null, at: null }) }),
  ],
  ['an old value', storyFacts([bearing()], { present: present({ is_old: true, value: 84, at: at('04:06') }) })],
  [
    'an old value of hours',
    storyFacts([bearing()], { present: present({ is_old: true, value: 84, at: at('02:01') }) }),
  ],
  [
    'a rising value',
    storyFacts([bearing()], { present: present({ value: 86, before: { value: 84, at: at('04:07') } }) }),
  ],
  [
    'a change of less than a degree',
    storyFacts([bearing()], { present: present({ value: 84.8, before: { value: 84, at: at('04:07') } }) }),
  ],
  [
    'a change of less than two percent',
    storyFacts([bearing({ unit: '%', value: 58 })], {
      present: present({ unit: '%', value: 58.9, before: { value: 58, at: at('04:07') } }),
    }),
  ],
  [
    'a change of more than two percent',
    storyFacts([bearing({ unit: '%', value: 58 })], {
      present: present({ unit: '%', value: 48, before: { value: 58, at: at('04:08') } }),
    }),
  ],
  [
    'a value that has turned in the last minute',
    storyFacts([bearing()], {
      present: present({
        value: 80.3,
        before: { value: 68.7, at: at('04:07') },
        recent: { value: 83.9, at: at('04:11') },
      }),
    }),
  ],
  [
    'a value that goes on in the last minute',
    storyFacts([bearing()], {
      present: present({
        value: 80.3,
        before: { value: 68.7, at: at('04:07') },
        recent: { value: 78, at: at('04:11') },
      }),
    }),
  ],
  [
    'a value that stands still for a minute after it rose',
    storyFacts([bearing(), boot()], {
      present: present({
        value: 84.1,
        before: { value: 29.3, at: at('04:07') },
        recent: { value: 83.8, at: at('04:11') },
      }),
    }),
  ],
  [
    'a speed that stays where it fell to',
    storyFacts([bearing({ sensor: 'Belt speed', value: 58, unit: '%' })], {
      present: present({
        sensor: 'Belt speed',
        unit: '%',
        value: 58,
        before: { value: 100, at: at('04:07') },
        recent: { value: 58.4, at: at('04:10') },
      }),
    }),
  ],
  [
    'a slow rise of which a minute says nothing',
    storyFacts([bearing()], {
      present: present({
        value: 84,
        before: { value: 79, at: at('04:07') },
        recent: { value: 83.1, at: at('04:11') },
      }),
    }),
  ],
  ['a value without one before it', storyFacts([bearing()], { present: present({ before: null }) })],
  [
    'a contact has no present value',
    storyFacts([bearing({ unit: '', value: 1 })], { present: present({ unit: '', value: 1 }) }),
  ],
  [
    'nobody acknowledged, the next one named',
    storyFacts([bearing()], { next: { name: 'Petra Lind', at: at('04:22:06') } }),
  ],
  [
    'nobody acknowledged, two people are next',
    storyFacts([bearing()], { next: { name: 'Petra Lind, Dale Novak', at: at('04:22:06') } }),
  ],
  [
    'a step that runs now is not the next one',
    storyFacts([bearing()], { next: { name: 'Petra Lind', at: at('04:12') } }),
  ],
  [
    'acknowledged, and the next one named',
    storyFacts([bearing(by('Sam Ortega', '04:07:40'))], { next: { name: 'Petra Lind', at: at('04:22:06') } }),
  ],
  ['two people acknowledged', storyFacts([bearing(by('Sam Ortega', '04:07:40')), stop(by('Petra Lind', '04:08'))])],
  [
    'one person acknowledged twice',
    storyFacts([bearing(by('Sam Ortega', '04:08')), stop(by('Sam Ortega', '04:07:40'))]),
  ],
  [
    'three people acknowledged',
    storyFacts([bearing(by('Ann', '04:08')), stop(by('Bob', '04:09')), boot(by('Eve', '04:10'))]),
  ],
  [
    'an operator stands for somebody unknown',
    storyFacts([bearing()], { next: { name: 'Operator', at: at('04:22:06') } }),
  ],
  ['machines that are connected', storyFacts([bearing(), leg2(), stop()])],
  ['a warning first, then an alarm', storyFacts([warm({ at: at('04:00') }), bearing(), stop()])],
  [
    'a cleared warning of another machine first',
    storyFacts([leg2({ at: at('04:00'), kind: 'warning', ...cleared('04:01') }), stop()]),
  ],
  ['more events than are told', storyFacts([bearing(), ...flood(5)])],
  ['a thousand events', storyFacts([bearing(), ...flood(19)], { more: 980 })],
  [
    'the worst one comes late in a flood',
    storyFacts([warm(), ...flood(6).map((one) => ({ ...one, kind: 'warning' as const })), stop()]),
  ],
  [
    'names of sixty characters',
    storyFacts([bearing({ device: long, sensor: long }), stop({ device: long })], { advice }),
  ],
  ['told on the next day', storyFacts([bearing(), stop()]), at('04:12') + 24 * 60 * minute],
  ['over midnight', storyFacts([bearing({ at: at('00:02') - 5 * minute }), stop({ at: at('00:02') })]), at('00:05')],
  [
    'the night when clocks go back',
    storyFacts([bearing({ at: dst('01:50', '-05:00') }), stop({ at: dst('01:10', '-06:00') })]),
    dst('01:30', '-06:00'),
  ],
  [
    'the night when clocks go forward',
    inZone(
      'Europe/Berlin',
      storyFacts([
        bearing({ at: Date.parse('2026-03-29T00:55:00Z') }),
        stop({ at: Date.parse('2026-03-29T01:05:00Z') }),
      ]),
    ),
    Date.parse('2026-03-29T01:10:00Z'),
  ],
  ['a zone with a half hour', inZone('Asia/Kolkata', storyFacts([bearing(), stop()]))],
  ['a clock that is thirty seconds ahead', storyFacts([bearing({ at: now + 30_000 })])],
  ['an acknowledged comment is not part of it', storyFacts([bearing(by('Sam Ortega', '04:07:40'))], { advice })],
  ['no event that the reader may see', storyFacts([])],
  [
    'a warning at the next machine after the acknowledgement of what has cleared',
    storyFacts(
      [
        warm({ at: at('04:00'), ...cleared('04:09'), needs_acknowledgement: true, ...by('Sam Ortega', '04:08') }),
        bearing({ ...cleared('04:07'), ...by('Sam Ortega', '04:08') }),
        stop({ ...cleared('04:09'), ...by('Sam Ortega', '04:08') }),
        leg2({ at: at('04:05'), ...cleared('04:06'), ...by('Sam Ortega', '04:08') }),
        pit(),
      ],
      { present: present({ device: 'Receiving pit', sensor: 'Pit belt tail bearing', value: 66 }), running: [1] },
    ),
  ],
  [
    'a machine that runs again after its stop',
    storyFacts([bearing(cleared('04:09:02')), stop(cleared('04:10'))], { running: [1], advice }),
  ],
  [
    'a warning whose machine runs while its instruction wants it stopped',
    (() => {
      const warned = warm();
      return storyFacts([warned], { running: [1], advice: 'Keep the leg stopped.', advised: warned.id });
    })(),
  ],
  [
    'a critical alarm whose machine runs while its instruction wants it stopped',
    ((hotter) => storyFacts([hotter], { running: [1], advice: 'Keep the leg stopped.', advised: hotter.id }))(
      bearing(),
    ),
  ],
  ['a machine that stands still after its stop', storyFacts([bearing(), stop(cleared('04:10'))], { running: [2] })],
];

beforeAll(loadLanguages);

const line = (facts: StoryFacts, language: string, moment: number): string => {
  const story = incidentStory(facts, { language, now: moment });
  return [
    `[${story.severity}] ${story.headline}`,
    ...(story.first === null ? [] : [`  < ${story.first}`]),
    `  ${storyText(story)}`,
  ].join('\n');
};

it('tells at least sixty incidents as committed', async () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  const told = cases.map(([name, facts, moment = now]) => `# ${name}\n${line(facts, 'en', moment)}`);
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot('testing/incident-stories.en.txt');
});

it.each(['de', 'es', 'fr', 'pt-BR'])('tells them in %s as committed', async (language) => {
  const told = cases.map(([name, facts, moment = now]) => `# ${name}\n${line(facts, language, moment)}`);
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot(`testing/incident-stories.${language}.txt`);
});

describe('what stands now', () => {
  const idsOf = (events: readonly StoryEvent[], first = events[0]?.id ?? null) =>
    standingFirst(events, first).map(({ id }) => id);

  it('comes before what cleared, and nothing that cleared at another machine belongs to it', () => {
    const [head, touch, belt] = [bearing(cleared('04:09')), leg2({ at: at('04:06') }), pit()];
    expect(idsOf([head, touch, belt])).toEqual([touch.id, belt.id]);
    expect(idsOf([head, { ...touch, ...cleared('04:10') }, belt])).toEqual([belt.id]);
  });

  it('has what was first at its machine behind it, and without anything active what was first leads', () => {
    const [warned, head, halt] = [warm(cleared('04:09')), bearing(cleared('04:09')), stop()];
    expect(idsOf([warned, head, halt], head.id)).toEqual([halt.id, head.id, warned.id]);
    expect(idsOf([warned, head, stop(cleared('04:10'))], head.id).slice(0, 2)).toEqual([head.id, warned.id]);
  });

  it('is told with its value now where that is its own, fresh and of a device that sends', () => {
    const nowOf = (over: Partial<PresentValue>) =>
      worstFact(storyFacts([bearing()], { present: present(over) }), { language: 'en', now })?.now;
    expect(nowOf({ value: 96, before: { value: 84, at: at('04:07') } })).toBe('96 °C, rising');
    expect(nowOf({})).toBe('71.2 °C, falling');
    expect(nowOf({ before: null })).toBe('71.2 °C');
    expect(nowOf({ recent: { value: 71.4, at: at('04:11') } })).toBe('71.2 °C, steady for 1 min');
    expect(nowOf({ sensor: 'Boot bearing left', full_sensor_id: '1.4.4002' })).toBe('');
    // A sensor of this name in another group.
    expect(nowOf({ full_sensor_id: '1.5.4000' })).toBe('');
    expect(nowOf({ is_old: true })).toBe('');
    expect(nowOf({ is_online: false })).toBe('');
  });
});

const orderOfWarning = 'Leg 1 is running. Stop it before you touch it';
const heating = present({ value: 67.9, recent: { value: 46.9, at: at('04:11') } });

describe('a value that moves the wrong way', () => {
  const over = [bearing(cleared('04:09')), stop(cleared('04:10'))];
  const worsens = (of: PresentValue | null, events: readonly StoryEvent[] = over) =>
    isWorsening(storyFacts(events, { present: of }));

  it('rises quickly to where its alarm began, or beyond it, and is of now', () => {
    expect(worsens(heating)).toBe(true);
    expect(worsens({ ...heating, value: 90 })).toBe(true);
    expect(worsens(present())).toBe(false);
    // At 1.2 °C a minute it takes more than half an hour, as on every morning.
    expect(worsens(present({ value: 40, before: { value: 34, at: at('04:07') } }))).toBe(false);
    for (const old of [{ is_old: true }, { is_online: false }]) expect(worsens({ ...heating, ...old })).toBe(false);
    expect(worsens(null)).toBe(false);
    expect(worsens({ ...heating, full_sensor_id: '1.4.4001' })).toBe(false);
  });

  it('stays beyond where its alarm began, and not below', () => {
    const steady = { ...heating, before: { value: 29.3, at: at('04:07') } };
    expect(worsens({ ...steady, value: 84.1, recent: { value: 83.8, at: at('04:11') } })).toBe(true);
    expect(worsens({ ...steady, value: 83.8, recent: { value: 84.1, at: at('04:11') } })).toBe(false);
  });

  it('of another unit goes back to where a cleared event began', () => {
    const slow = bearing({ unit: '%', value: 58, ...cleared('04:09') });
    const speed = present({ unit: '%', value: 70, before: { value: 95, at: at('04:07') } });
    expect(worsens(speed, [slow])).toBe(true);
    expect(worsens({ ...speed, before: { value: 60, at: at('04:07') } }, [slow])).toBe(false);
    expect(worsens(speed, [bearing({ unit: '%', value: 80 })])).toBe(false);
  });

  it('is told with the machine that runs again, in one sentence', () => {
    const told = (facts: Partial<StoryFacts>) =>
      worseningText(storyFacts(over, { present: heating, ...facts }), { language: 'en', now });
    expect(told({ running: [1] })).toBe('Leg 1 runs again, Head bearing left now 67.9 °C, rising 21 °C in 1 min');
    expect(told({})).toBe('Leg 1, Head bearing left now 67.9 °C, rising 21 °C in 1 min');
    expect(told({ present: present() })).toBeNull();
  });
});

describe('a short form', () => {
  const facts = storyFacts(night, { present: present(), next: { name: 'Petra Lind', at: at('04:22:06') }, advice });
  const story = incidentStory(facts, { language: 'en', now });
  const short = (most: number) =>
    shortStory(story, {
      head: `Hutchinson Elevator: ${story.headline}`,
      end: 'Reply 4711 to acknowledge.',
      advice: 'Do',
      fits: (text) => text.length <= most,
    });

  it('leaves out whole clauses from the end, and never the code', () => {
    expect(short(1_000)).toBe(
      'Hutchinson Elevator: Leg 1 stopped itself. First: Head bearing left, 84 °C, cleared 04:09. Do: Do not restart it: check the bearing for grease and play. Head bearing left now 71.2 °C, falling 6 °C in 5 min. Sam Ortega acknowledged at 04:07. Petra Lind is next at 04:22. Reply 4711 to acknowledge.',
    );
    expect(short(160)).toBe(
      'Hutchinson Elevator: Leg 1 stopped itself. First: Head bearing left, 84 °C, cleared 04:09. Reply 4711 to acknowledge.',
    );
    expect(short(70)).toBe('Hutchinson Elevator: Leg 1 stopped itself. Reply 4711 to acknowledge.');
  });

  it('takes an instruction for past only if its own event has cleared, at the machine that runs', () => {
    const isPast = (events: readonly StoryEvent[], advised: number | null) =>
      incidentStory({ ...facts, events: [...events], running: [1], advised }, { language: 'en', now }).advice_is_past;
    const [over, stopped, standing, next] = [bearing(cleared('04:09')), stop(cleared('04:10')), bearing(), pit()];
    expect(isPast([over, stopped], over.id)).toBe(true);
    expect(isPast([standing, stopped], standing.id)).toBe(false);
    expect(isPast([over, stopped, next], next.id)).toBe(false);
    expect(isPast([over, stopped], null)).toBe(false);
  });

  it('says that the machine runs before what its stop asked for', () => {
    const running = { ...facts, events: [bearing(cleared('04:09')), stop(cleared('04:10'))], running: [1] };
    const text = shortStory(incidentStory(running, { language: 'en', now }), {
      head: 'Hutchinson Elevator',
      end: '',
      advice: 'Do',
      fits: () => true,
    });
    expect(text).toContain('Leg 1 runs again, its stop cleared 04:10. Do: Do not restart it');
    expect(text.match(/runs again/g)).toHaveLength(1);
  });

  it('orders to stop a machine that runs before what a warning asks for, once, and not another machine', () => {
    const warned = warm();
    const storyOf = (running: readonly number[]) =>
      incidentStory(
        storyFacts([warned], { advice: 'Keep the leg stopped.', advised: warned.id, running: [...running] }),
        { language: 'en', now },
      );
    const options = { head: 'Hutchinson Elevator', end: '', advice: 'Do', fits: () => true };
    expect(shortStory(storyOf([1]), options)).toBe(
      'Hutchinson Elevator. Leg 1 is running. Stop it before you touch it. Then: keep the leg stopped.',
    );
    expect(shortStory(storyOf([2]), options)).toBe('Hutchinson Elevator. Do: Keep the leg stopped.');
    expect(storyOf([1])).toMatchObject({ runs: null, advice_runs: orderOfWarning, advice_is_past: false });
    expect(storyText(storyOf([1])).match(/is running/g)).toHaveLength(1);
    expect(storyText(storyOf([1]), ['advice'])).not.toContain('is running');
  });

  it('orders to stop at once where a critical alarm stands or comes again, unless what somebody wrote says what to stop first', () => {
    const adviceOfStory = (events: readonly StoryEvent[], text: string, over: Partial<StoryFacts> = {}) => {
      const facts = storyFacts(events, { advice: text, advised: events[0]?.id ?? null, running: [1], ...over });
      return adviceOf(incidentStory(facts, { language: 'en', now }));
    };
    const keep = 'Keep the leg stopped and do not jog it.';
    expect(adviceOfStory([bearing()], keep)).toBe('Stop Leg 1 now. Then: keep the leg stopped and do not jog it.');
    expect(adviceOfStory([bearing()], 'Look for dust.')).toBe('Stop Leg 1 now. Look for dust.');
    expect(adviceOfStory([bearing()], 'Stop the feed at once.')).toBe('Leg 1 is running. Stop the feed at once.');
    expect(adviceOfStory([bearing()], 'Stop the leg after it has run empty.')).toBe(
      'Leg 1 is running. Stop the leg after it has run empty.',
    );
    expect(adviceOfStory([bearing()], 'Leave the tower.')).toBe('Stop Leg 1 now. Leave the tower.');
    expect(adviceOfStory([bearing({ priority: 2 })], 'Look for dust.')).toBe(`${orderOfWarning}. Look for dust.`);
    const over = [bearing(cleared('04:09')), stop(cleared('04:10'))];
    expect(adviceOfStory(over, keep, { present: present() })).toContain(orderOfWarning);
    expect(adviceOfStory(over, keep, { present: heating })).toMatch(/^Stop Leg 1 now\. Then: keep/);
  });

  it('is right of a machine that runs and of one that stands where it is told for no moment', () => {
    expect(anytimeAdvice('Keep the leg stopped.', 'en')).toBe(
      'Stop it before you touch it. Then: keep the leg stopped.',
    );
    expect(anytimeAdvice('Lassen Sie den Elevator stehen.', 'de')).toBe(
      'Vor jedem Handgriff stoppen. Danach: lassen Sie den Elevator stehen.',
    );
    for (const text of ['Stop the feed at once.', 'Leave the tower. Keep the leg stopped.'])
      expect(anytimeAdvice(text, 'en')).toBe(text);
  });

  it('does not repeat the sensor of its headline as the first one', () => {
    const [warned, head] = [
      warm({ at: at('04:00'), full_sensor_id: '1.4.4000' }),
      bearing({ full_sensor_id: '1.4.4000' }),
    ];
    const firstOf = (events: readonly StoryEvent[]) =>
      incidentStory(storyFacts([...events], { first: warned.id }), { language: 'en', now }).first;
    expect(firstOf([warned, head])).toBe('First: warning, 66.2 °C');
    expect(firstOf([warned, { ...head, sensor: 'Head bearing right', full_sensor_id: '1.4.4001' }])).toBe(
      'First: Head bearing left: warning, 66.2 °C',
    );
  });

  it('keeps site, headline and code whole where even they are too long', () => {
    expect(short(20)).toBe('Hutchinson Elevator: Leg 1 stopped itself. Reply 4711 to acknowledge.');
  });
});
