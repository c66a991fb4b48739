import { parseArgs } from 'node:util';
import { scenarioByName, scenarios } from '../scenarios/all.ts';
import { createSimClock, every } from './clock.ts';
import { JsonDevice } from './json-device.ts';
import { ScenarioPlay, scenarioName } from './scenario.ts';

const usage = `Plays a scenario's devices against a Tocsin server.

  npm run simulate -- --scenario 1 --udf WD000123 --serial S-1 --code C-1 --url mqtt://127.0.0.1:1883

  --scenario NAME   one of: ${scenarios.map(scenarioName).join(', ')}
  --udf ID          udf_id of the device (for an F500 its id); a scenario of several devices takes one per device, in order
  --serial, --code  its serial number and code, as often as --udf
  --url URL         URL of the MQTT broker (default mqtt://127.0.0.1:1883)
  --speed N         simulated seconds per second (default 1; the server's clock does not follow)
  --seed N          another plant (default 1)
  --form FORM       compact (default) or map
  --ack-log FILE    writes a line for each acknowledged frame: address ts boot seq
  --loop            begins anew when the scenario is over`;

function readArguments() {
  const { values } = parseArgs({
    options: {
      scenario: { type: 'string' },
      udf: { type: 'string', multiple: true },
      serial: { type: 'string', multiple: true },
      code: { type: 'string', multiple: true },
      url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      speed: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      form: { type: 'string', default: 'compact' },
      'ack-log': { type: 'string' },
      loop: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const scenario = scenarioByName(values.scenario ?? '');
  if (!scenario) throw new Error(`--scenario must be one of ${scenarios.map(scenarioName).join(', ')}`);
  const speed = Number(values.speed);
  if (!(speed > 0)) throw new Error('--speed must be a number above 0');
  const form: 'compact' | 'map' | null = values.form === 'compact' || values.form === 'map' ? values.form : null;
  if (!form) throw new Error('--form must be compact or map');
  const accounts = scenario.devices.map((actor, i) => {
    const [address, serial, code] = [values.udf?.[i], values.serial?.[i], values.code?.[i]];
    if (!address || !serial || !code) throw new Error(`--udf, --serial and --code are needed for '${actor.key}'`);
    return { key: actor.key, address, serial, code };
  });
  return {
    url: values.url,
    seed: values.seed,
    loop: values.loop,
    ackLog: values['ack-log'],
    form,
    scenario,
    speed,
    accounts,
  };
}

type Arguments = NonNullable<ReturnType<typeof readArguments>>;

async function playOnce(args: Arguments, signal: AbortSignal): Promise<void> {
  const { scenario } = args;
  const clock = createSimClock({ startMs: Date.now(), speed: args.speed });
  const play = new ScenarioPlay(scenario, clock.now() + scenario.leadS * 1000, Number(args.seed));
  const devices = new Map<string, JsonDevice>();
  for (const { key, ...account } of args.accounts) {
    const sim = play.devices.get(key);
    if (sim) devices.set(key, new JsonDevice(sim, { ...account, url: args.url, form: args.form, ackLog: args.ackLog }));
  }
  for (const device of devices.values()) device.start();
  console.info(`scenario ${scenarioName(scenario)}: ${scenario.title}, ${scenario.durationS} s at ${args.speed}x`);
  const over = new AbortController();
  let loggedMs = performance.now();
  await every(100, AbortSignal.any([signal, over.signal]), () => {
    const now = Math.min(clock.now(), play.endMs);
    for (const delivery of play.advance(now)) devices.get(delivery.device)?.deliver(delivery);
    if (now >= play.endMs) over.abort();
    if (performance.now() - loggedMs < 10_000) return;
    loggedMs = performance.now();
    for (const [key, device] of devices) console.info(describe(key, device, (now - play.startMs) / 1000));
  });
  await Promise.all([...devices.values()].map((d) => d.stop()));
}

function describe(key: string, { sender }: JsonDevice, seconds: number): string {
  const line = sender.connected ? '' : `, not connected ${sender.lastError}`;
  return `${key}: ${Math.round(seconds)} s, ${sender.acknowledged} acknowledged, ${sender.pending} waiting${line}`;
}

async function run(): Promise<void> {
  const args = readArguments();
  if (!args) {
    console.info(usage);
    return;
  }
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  do await playOnce(args, stop.signal);
  while (args.loop && !stop.signal.aborted);
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
