// An installation is set up by one file: clients of four sites, each with five devices of six rules. The plan is made,
// `apply` is killed twice on its way and run again, two more run beside each other, and at the end the plan is empty and
// every thing is there once. `npm run proof -- provisioning [clients]`; 500 clients are 10,000 devices and 60,000 rules.
// Aims on two quiet cores: a plan in 60 s, everything applied in 10 minutes.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { openEmbedded } from '../support/_database.ts';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = true;

const sites = 4;
const devices = 5;
const rules = 6;

const range = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1);

const fileOf = (clients: number): string => `tocsin: 1
rule_sets:
  leg:
${range(rules)
  .map((n) => `    - { sensor_id: '4.40${n}', sign: '>', value: ${70 + n}, delay_seconds: 60, priority: high }`)
  .join('\n')}
clients:
${range(clients)
  .map(
    (client) => `  Mill ${client}:
    number: ${20_000 + client}
    address: ${client} Elevator Road
    phone: '1'
    full_name: Dale Novak
    email: mill${client}@prairie.example
    sites:
${range(sites)
  .map(
    (site) => `      Plant ${site}:
        address: ${site} Main Street
        timezone: America/Chicago
        devices:
${range(devices)
  .map((device) => `          Leg ${device}: { type: JSON, rules: leg }`)
  .join('\n')}`,
  )
  .join('\n')}`,
  )
  .join('\n')}
`;

interface Ran {
  readonly code: number | null;
  readonly seconds: number;
  readonly last: string;
}

/** Runs the command as its own process, and kills it after so many printed lines. */
const command = (word: string, file: string, env: NodeJS.ProcessEnv, killAfter = Number.POSITIVE_INFINITY) =>
  new Promise<Ran>((resolve, reject) => {
    const begun = Date.now();
    const child: ChildProcess = spawn(process.execPath, ['server/src/command-line.ts', word, file], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let lines = 0;
    let text = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      text = (text + String(bytes)).slice(-2_000);
      lines += String(bytes).split('\n').length - 1;
      if (lines >= killAfter) child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', (code) => {
      const last = text.trimEnd().split('\n').at(-1) ?? '';
      const seconds = (Date.now() - begun) / 1_000;
      console.info(
        `${word}: ${code === null ? 'killed' : `ended with ${code}`} after ${seconds.toFixed(1)} s: ${last}`,
      );
      resolve({ code, seconds, last });
    });
  });

/** A person who opens a list of devices once a second; ends with how long each took, in ms and in order. */
const readingBeside = (api: Api) => {
  const waits: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const begun = Date.now();
      await api.get('devices/?limit=25');
      waits.push(Date.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  })();
  const end = async () => {
    isOver = true;
    await reading;
    return waits.toSorted((a, b) => a - b);
  };
  return { end };
};

export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const clients = short ? 6 : Number(args[0] ?? 500);
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-provisioning-'));
  const file = join(folder, 'plant.yaml');
  const server = await TocsinServer.start({ env: { OPEN_DEVICES_PER_CLIENT: '1000' } });
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const { id } = await api.post<{ id: number }>('service-accounts/', {
      client: null,
      name: 'Provisioning',
      scopes: ['read', 'plant', 'types', 'rules', 'people', 'policies', 'registry'],
      password: admin.password,
    });
    const key = { days: 1, password: admin.password };
    const { token } = await api.post<{ token: string }>(`service-accounts/${id}/keys/`, key);
    const env = { TOCSIN_URL: server.url, TOCSIN_KEY: token };

    // A part first: killed on the way, continued by two runs at once.
    const part = Math.ceil(clients / 10);
    writeFileSync(file, fileOf(part));
    await command('apply', file, env, 3);
    await command('apply', file, env, part * 5);
    await Promise.all([command('apply', file, env), command('apply', file, env)]);
    const mended = await command('apply', file, env);

    writeFileSync(file, fileOf(clients));
    const before = await command('plan', file, env);
    const beside = readingBeside(api);
    const applied = await command('apply', file, env);
    const waits = await beside.end();
    const after = await command('plan', file, env);

    const database = await openEmbedded(server.dataDir);
    const { rows } = await database.query<{ clients: number; sites: number; devices: number; rules: number }>(`
      select count(distinct c.id)::int as clients, count(distinct s.id)::int as sites,
        count(distinct d.id)::int as devices, count(r.id)::int as rules
      from client c join site s on s.client_id = c.id join device d on d.site_id = s.id
        join warning_rule r on r.device_id = d.id
      where c.number > 20000`);
    await database.end();
    const wanted = {
      clients,
      sites: clients * sites,
      devices: clients * sites * devices,
      rules: clients * sites * devices * rules,
    };
    console.info('there are', rows[0], 'wanted', wanted);
    const rest = (clients - part) * sites * devices;
    console.info(
      `${clients} clients: planned in ${before.seconds.toFixed(1)} s, ${rest} devices of ${rules} rules applied in ` +
        `${applied.seconds.toFixed(1)} s (${(rest / applied.seconds).toFixed(1)} a second), planned again in ${after.seconds.toFixed(1)} s; ` +
        `a person's list took ${waits[Math.floor(waits.length / 2)]} ms in the middle and ${waits.at(-1)} ms at most`,
    );
    return (
      mended.code === 0 &&
      applied.code === 0 &&
      after.code === 0 &&
      after.last === 'No difference.' &&
      JSON.stringify(rows[0]) === JSON.stringify(wanted)
    );
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
