import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../server/src/platform/config.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
}

/** What a shell would substitute: the default, else a value long enough for a secret. */
const filled = (text: string): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind: string, rest: string) => {
    if (kind === '-') return rest;
    return name === 'PUBLIC_URL' ? 'https://tocsin.example' : 'a-value-of-more-than-thirty-two-characters';
  });

/** Every setting that the configuration reads, by the names in its source. */
const known = new Set(
  read('server/src/platform/config.ts')
    .match(/'[A-Z][A-Z_]{3,}'/g)
    ?.map((name) => name.slice(1, -1)),
);

describe.each(['deploy/compose.yaml', 'deploy/compose.many.yaml'])('%s', (file) => {
  const compose: Compose = parse(read(file), { merge: true, strict: true });
  const ours = Object.entries(compose.services).filter(([, service]) => service.image === 'tocsin');

  it('names only existing settings, with values that the server accepts', () => {
    expect(ours.length).toBeGreaterThan(0);
    for (const [name, { environment = {} }] of ours) {
      const env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)]));
      expect(
        Object.keys(env).filter((key) => !known.has(key)),
        name,
      ).toEqual([]);
      expect(() => parseConfig(env), name).not.toThrow();
    }
  });

  it('waits for services and mounts volumes that it defines', () => {
    for (const { depends_on = {}, volumes = [] } of Object.values(compose.services)) {
      for (const name of Object.keys(depends_on)) expect(compose.services).toHaveProperty(name);
      for (const volume of volumes) expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '');
    }
  });

  it('runs our containers with a read-only file system, no capabilities and no new privileges', () => {
    for (const [name, { read_only, tmpfs, cap_drop, security_opt }] of ours)
      expect([name, read_only, tmpfs, cap_drop, security_opt]).toEqual([
        name,
        true,
        ['/tmp'],
        ['ALL'],
        ['no-new-privileges:true'],
      ]);
  });

  // meets: owasp-asvs-5 V13.2.3
  it('signs in to NATS with the password that NATS requires', () => {
    const { nats } = compose.services;
    for (const [name, { environment = {} }] of ours.filter(([, one]) => one.environment?.NATS_URL)) {
      const { username, password } = new URL(filled(environment.NATS_URL ?? ''));
      expect([username, password], name).toEqual(['tocsin', 'a-value-of-more-than-thirty-two-characters']);
      expect(nats?.command?.map(filled), name).toEqual(['--user', username, '--pass', password]);
    }
  });

  it('starts files that exist', () => {
    for (const [, { command = [] }] of ours)
      for (const word of command.filter((each) => /\.(ts|mjs)$/.test(each)))
        expect(existsSync(join(root, word))).toBe(true);
  });
});

describe('the settings in the documents', () => {
  const namedIn = (file: string) =>
    [...read(file).matchAll(/`([A-Z][A-Z_]{3,})(?:=[^`]*)?`/g)].map(([, name = '']) => name);

  it('are all in the table of docs/operations.md', () => {
    const documented = new Set(namedIn('docs/operations.md'));
    expect([...known].filter((name) => !documented.has(name))).toEqual([]);
  });

  it.each(['operations', 'security', 'connect', 'api'].map((name) => `docs/${name}.md`))(
    '%s names only existing settings',
    (file) => {
      // Words of other tables have no underscore; Node's own setting is added.
      const settings = namedIn(file).filter((name) => name.includes('_') && !name.startsWith('NODE_'));
      expect(settings.filter((name) => !known.has(name.replace(/_FILE$/, '')))).toEqual([]);
    },
  );
});

describe('deploy/Dockerfile', () => {
  const text = read('deploy/Dockerfile');
  const [, ...stages] = text.split(/^(?=FROM )/m);
  const [build = '', final = ''] = stages;

  it('copies and starts files that exist', () => {
    const files = text.match(/[\w/]+\.mjs/g) ?? [];
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
    for (const stage of stages) expect(stage).toContain('FROM node:24');
  });

  // meets: owasp-asvs-5 V15.2.3
  it('runs as a user who is not root and cannot change the code, without development packages', () => {
    expect(stages).toHaveLength(2);
    expect(build.trimEnd().split('\n').at(-1)).toContain('npm ci --no-audit --no-fund --omit=dev --workspace=server');
    expect(final).toContain('COPY --from=build /opt/tocsin /opt/tocsin\n');
    expect(final).not.toMatch(/chown|npm/);
    expect(final.indexOf('USER node')).toBeGreaterThan(final.lastIndexOf('COPY'));
    expect(final.indexOf('USER node')).toBeLessThan(final.indexOf('CMD'));
  });
});

describe('systemd units', () => {
  const units = readdirSync(join(root, 'deploy')).filter((file) => /\.(service|timer)$/.test(file));

  it('start files that exist', () => {
    expect(units).toHaveLength(4);
    for (const unit of units.filter((file) => file.endsWith('.service')))
      for (const [file] of read(`deploy/${unit}`).matchAll(/(?<= )(tools|server)\/[\w/.-]+\.(mjs|ts)/g))
        expect(existsSync(join(root, file)), `${unit}: ${file}`).toBe(true);
  });

  it('set only existing settings', () => {
    for (const unit of units)
      for (const [, name = ''] of read(`deploy/${unit}`).matchAll(/^Environment=(\w+)=/gm))
        if (name !== 'TMPDIR') expect(known).toContain(name);
  });

  it('restrict every service alike', () => {
    const restrictions = [
      'ProtectSystem=strict',
      'ProtectHome=true',
      'ProtectProc=invisible',
      'PrivateTmp=true',
      'PrivateDevices=true',
      'NoNewPrivileges=true',
      'ProtectKernelTunables=true',
      'ProtectKernelModules=true',
      'ProtectControlGroups=true',
      'ProtectKernelLogs=true',
      'ProtectClock=true',
      'ProtectHostname=true',
      'RestrictSUIDSGID=true',
      'RestrictNamespaces=true',
      'RestrictRealtime=true',
      'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
      'LockPersonality=true',
      'CapabilityBoundingSet=',
      'SystemCallArchitectures=native',
      'SystemCallFilter=@system-service',
      'UMask=0077',
    ];
    for (const unit of units.filter((file) => file.endsWith('.service'))) {
      const lines = read(`deploy/${unit}`).split('\n');
      expect([unit, restrictions.filter((line) => !lines.includes(line))]).toEqual([unit, []]);
      expect([unit, lines.includes('User=tocsin')]).toEqual([unit, true]);
    }
  });

  it("keep the embedded database's socket where a command beside the service finds it", () => {
    const unit = read('deploy/tocsin.service');
    // The operator's commands do not see the unit's private /tmp.
    expect(unit).toContain('\nPrivateTmp=true\n');
    expect(unit).toContain('\nEnvironment=TMPDIR=/run/tocsin\n');
    expect(unit).toContain('\nRuntimeDirectory=tocsin\n');
  });
});
