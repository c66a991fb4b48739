// The ways out for data of docs/api.md: its Python and R lines and its requests of Grafana's Infinity data source, taken
// from the page and run against a real server whose device sent known values through the night on which clocks are turned
// back. Needs python3 with pandas, Rscript, curl and jq.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { pause } from '../support/_pause.ts';
import { checkInfinity } from './_infinity.ts';

export const hasShort = true;

const page = readFileSync('docs/api.md', 'utf8');
const written = 'https://tocsin.example.com';
/** Debian's: the first python3 of the path may be another one, without pandas. */
const python = '/usr/bin/python3';
const minuteMs = 60_000;
/** Chicago, the first of November 2026: 25 hours from midnight in summer time to midnight in winter time. */
const start = Date.parse('2026-11-01T00:00:00-05:00');
const minutes = 25 * 60;
/** Minutes in which the contact is in alarm: one o'clock occurs twice. */
const isAlarm = (minute: number): boolean => (minute >= 60 && minute < 70) || (minute >= 120 && minute < 125);

const groups = [
  { id: '4', name: 'Bearings', sensors: [numeric('4000', 'Head'), numeric('4001', 'Tail, "left"')] },
  { id: '6', name: 'Belt', sensors: [{ id: '6000', name: 'Belt', type: 'BOOL' }] },
  { id: '7', name: 'Mode', sensors: [{ id: '7000', name: 'Mode', type: 'ENUM', states: { 0: 'Off', 1: 'Running' } }] },
];
function numeric(id: string, name: string) {
  return { id, name, type: 'NUMERIC', unit: 'C' };
}

async function post({ address, serial, code }: PlantDevice, url: string, kind: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/api/v1/ingest/${address}/${kind}/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${serial}:${code}`).toString('base64')}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${kind}: ${answer.status} ${await answer.text()}`);
}

/** A night of back-fill, a frame a minute, then a few of now. */
async function send(device: PlantDevice, url: string): Promise<void> {
  const now = Date.now();
  await post(device, url, 'birth', { ts: now - minuteMs, groups });
  const night = Array.from({ length: minutes }, (_, i) => ({
    ts: start + i * minuteMs,
    seq: i,
    historical: true,
    v: [40 + i / 4, i % 7 === 0 ? null : 30.5, 1, i % 2],
    alarm: isAlarm(i) ? [2] : [],
  }));
  await post(device, url, 'data', night);
  for (let i = 0; i < 20; i++)
    await post(device, url, 'data', {
      ts: now - 20_000 + i * 1_000,
      seq: minutes + i,
      v: [50 + i, 31.25, 1, 1],
      alarm: [2],
    });
}

/** What each language is asked about its table, and what it must answer. */
const expected = {
  rows: 4 * minutes,
  /** Rows of the wide table, a column for each sensor. */
  moments: minutes,
  first: '2026-11-01 00:00:00-0500',
  last: '2026-11-01 23:59:00-0600',
  /** The head bearing at each one o'clock. */
  ones: [40 + 60 / 4, 40 + 120 / 4],
  missing: Math.ceil(minutes / 7),
  contact: { alarms: 15, values: [-1, 1] },
  running: minutes / 2,
  sensor: 'Tail, "left"',
  unit: '°C',
};

const pythonQuestions = `
import json
one = data[data["sensor_id"].str.endswith(".4000")].set_index("time")["value"]
show = lambda t: t.strftime("%Y-%m-%d %H:%M:%S%z")
contact = data[data["sensor_id"].str.endswith(".6000")]
tail = data[data["sensor_id"].str.endswith(".4001")]
print(json.dumps({
    "rows": len(data), "moments": len(wide), "first": show(data["time"].min()), "last": show(data["time"].max()),
    "ones": [one[pd.Timestamp("2026-11-01T01:00-05:00")], one[pd.Timestamp("2026-11-01T01:00-06:00")]],
    "missing": int(wide[tail["sensor_id"].iloc[0]].isna().sum()),
    "contact": {"alarms": len(alarms), "values": sorted(contact["value"].unique().astype(int).tolist())},
    "running": int((data["state"] == "Running").sum()),
    "sensor": tail["sensor"].iloc[0], "unit": tail["units"].iloc[0]}))
`;
const rQuestions = `
at <- function(text) data$value[endsWith(data$sensor_id, ".4000") & data$time == as.POSIXct(text, format = "%Y-%m-%dT%H:%M%z")]
show <- function(t) format(t, "%Y-%m-%d %H:%M:%S%z")
contact <- data[endsWith(data$sensor_id, ".6000"), ]
tail <- data[endsWith(data$sensor_id, ".4001"), ]
missing <- sum(is.na(wide[, tail$sensor_id[1]]))
cat(sprintf('{"rows":%d,"moments":%d,"first":"%s","last":"%s","ones":[%g,%g],"missing":%d,"contact":{"alarms":%d,"values":[%s]},"running":%d,"sensor":%s,"unit":"%s"}',
  nrow(data), nrow(wide), show(min(data$time)), show(max(data$time)), at("2026-11-01T01:00-0500"), at("2026-11-01T01:00-0600"), missing,
  nrow(alarms), paste(sort(unique(contact$value)), collapse = ","), sum(data$state == "Running"),
  encodeString(tail$sensor[1], quote = '"'), tail$units[1]))
`;

/** The page's blocks in a language, with the server's address. */
const blocksOf = (language: string, url: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, lines = '']) =>
    lines.replaceAll(written, url),
  );

function output(program: string, args: readonly string[], script: string, key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, TOCSIN_KEY: key, LC_ALL: 'C.UTF-8' },
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`${program} ended with ${code}`))));
    child.stdin.end(script);
  });
}

const versionOf = (program: string, ...args: readonly string[]): string | null => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? (`${stdout}${stderr}`.trim().split('\n')[0] ?? '') : null;
};

export async function run(): Promise<boolean | null> {
  const programs = {
    pandas: versionOf(
      python,
      '-c',
      'import pandas, sys; print("Python", sys.version.split()[0] + ", pandas", pandas.__version__)',
    ),
    R: versionOf('Rscript', '--version'),
    curl: versionOf('curl', '--version')?.split(' (')[0] ?? null,
    jq: versionOf('jq', '--version'),
  };
  const missing = Object.entries(programs).filter(([, version]) => version === null);
  if (missing.length > 0) {
    console.log(
      `${missing.map(([name]) => name).join(', ')} missing (apt-get install python3-pandas r-base-core curl jq)`,
    );
    return null;
  }
  console.log(Object.values(programs).join(', '));
  const server = await TocsinServer.start({ env: { LOG_LEVEL: 'error' } });
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, [
      { title: 'Leg 1', type: '0300' },
      { title: 'Leg 2', type: '0300' },
    ]);
    const [leg] = plant.devices;
    // The page's addresses name device 1 of site 1.
    if (leg?.id !== 1 || plant.siteId !== 1) throw new Error('the server is not new');
    const { token: key } = await api.post<{ readonly token: string }>('accounts/api-keys/', {
      name: 'Exports',
      scopes: ['live', 'history', 'notifications'],
      client: plant.clientId,
      days: 1,
      password: admin.password,
    });
    for (const device of plant.devices) await send(device, server.url);
    const [pandas = '', library = ''] = blocksOf('python', server.url);
    const [r = ''] = blocksOf('r', server.url);
    await settle(api);
    const kept = [
      compare('pandas', await output(python, ['-'], pandas + pythonQuestions, key)),
      compare('R', await output('Rscript', ['-'], r + rQuestions, key)),
      compareSite(await output(python, ['-'], library, key)),
      ...(await checkInfinity({ page, written, url: server.url, key, from: Date.now() - 3_600_000, to: Date.now() })),
    ];
    return kept.every(Boolean);
  } finally {
    await server.remove();
  }
}

/** Waits until the back-fill was evaluated: its hours are then read from where they are kept for good. */
async function settle(api: Api): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    if (/^tocsin_late_frames 0$/m.test(metrics)) return;
    await pause(500);
  }
}

function compare(name: string, text: string): boolean {
  const got: unknown = JSON.parse(text);
  const isKept = isDeepStrictEqual(got, expected);
  console.log(`${name}: ${isKept ? 'as sent' : 'BROKEN'} ${text.trim()}`);
  return isKept;
}

/** The last day of the site: a minute or two of each sensor of both devices. */
function compareSite(text: string): boolean {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const sensors = new Set(rows.map(([, sensor]) => sensor));
  const contacts = new Set(rows.filter(([, sensor]) => sensor?.endsWith('.6.6000')).map(([, , value]) => value));
  const isKept =
    sensors.size === 8 && contacts.has('1') && rows.every(([time = '']) => Number.isFinite(Date.parse(time)));
  console.log(`csv of the site: ${isKept ? 'as sent' : 'BROKEN'} ${rows.length} rows of ${sensors.size} sensors`);
  return isKept;
}
