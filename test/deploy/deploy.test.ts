import { existsSync, globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { type Config, readConfig } from '../../src/app/config.ts';
import { VARIABLES } from '../../src/app/unknown-variables.ts';
import { document } from '../../src/generated/document.ts';
import { goldenFile, headLine, root } from './chart.ts';

const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');
/** Longest shutdown of a server: `graceMs` for running chats, then 5 s for the compute process. */
const graceMs = /graceMs = ([\d_]+)/.exec(readFileSync(join(root, 'src/app/main.ts'), 'utf8'))![1].replaceAll('_', '');
const longestStop = Number(graceMs) / 1000 + 5;
/** Values of the secrets. */
const SECRETS = {
  DATABASE_URL: 'postgres://daybreak:secret@records:5432/daybreak',
  NATS_URL: 'nats://bus:4222',
  DAYBREAK_API_KEY: 'a-key-of-the-tests-of-what-is-in-deploy-0123456',
};

// biome-ignore lint/suspicious/noExplicitAny: manifests of every shape
type Manifest = any;

function configOf(env: Record<string, unknown>): Config {
  const texts = Object.entries(env).map(([name, value]) => [name, String(value)]);
  return readConfig({ ...Object.fromEntries(texts), DAYBREAK_HOME: join(tmpdir(), 'daybreak-not-there') });
}

it('the files in deploy name only existing settings', () => {
  const files = globSync('**/*', { cwd: join(root, 'deploy'), withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(10);
  for (const { parentPath, name } of files) {
    const named = readFileSync(join(parentPath, name), 'utf8').match(/\bDAYBREAK_[A-Z0-9_]+/g) ?? [];
    for (const variable of named) expect(VARIABLES, `${variable} in ${name}`).toContain(variable);
  }
});

describe('the chart', () => {
  const golden = readFileSync(goldenFile, 'utf8');
  const manifests: Manifest[] = parseAllDocuments(golden).map((one) => one.toJS({ maxAliasCount: 0 }));
  const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind);
  const pods = ofKind('Deployment').map(({ spec }) => spec.template.spec);
  const environment = ({ containers: [{ env }] }: Manifest): Record<string, string> =>
    Object.fromEntries(
      env.map(({ name, value, valueFrom }: Manifest) => {
        if (valueFrom === undefined) return [name, value];
        expect(valueFrom.secretKeyRef.key).toBe(name);
        return [name, SECRETS[name as keyof typeof SECRETS] ?? 'secret'];
      }),
    );

  it('is unchanged since the golden file was written by npm run chart', () => {
    expect(golden.slice(0, golden.indexOf('\n') + 1)).toBe(headLine());
  });

  it('has a Deployment of API replicas, and one for each kind of GPU', () => {
    expect(ofKind('Deployment').map(({ metadata }) => metadata.name)).toEqual([
      'test-daybreak-api',
      'test-daybreak-worker-h100',
      'test-daybreak-worker-mi300',
    ]);
    const configs = pods.map((pod) => configOf(environment(pod)));
    expect(configs.map(({ role, precision, kvCache }) => `${role} ${precision} ${kvCache}`)).toEqual([
      'api f32 auto',
      'worker f16 f32',
      'worker f32 auto',
    ]);
    for (const config of configs) {
      expect(config).toMatchObject({ host: '0.0.0.0', port: 8484, lora: { rank: 16 }, natsUrl: SECRETS.NATS_URL });
      expect(config.bucket).toEqual({ endpoint: 'https://s3.example.org', bucket: 'models', region: 'eu-central-1' });
    }
    expect(configs[2].trainingMemory).toBe(40 * 2 ** 30);
    expect(configs.map(({ apiKey }) => apiKey)).toEqual([SECRETS.DAYBREAK_API_KEY, null, null]);
    expect(pods.map(({ containers: [{ resources }] }) => resources.limits)).toEqual([
      { memory: '6Gi' },
      { memory: '32Gi', 'nvidia.com/gpu': 1 },
      { memory: '64Gi', 'amd.com/gpu': 1 },
    ]);
  });

  it('probes endpoints that need no key, on the server’s port, with an allowed Host header', () => {
    const paths = document.paths as Record<string, Manifest>;
    for (const { containers } of pods) {
      const [{ ports, startupProbe, livenessProbe, readinessProbe }] = containers;
      expect(ports).toEqual([{ name: 'http', containerPort: 8484 }]);
      const probes = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet);
      expect(probes.map(({ path }) => path)).toEqual(['/livez', '/livez', '/readyz']);
      for (const { path, port, httpHeaders } of probes) {
        expect(paths[`/v1${path}`].get.security).toEqual([]);
        expect(port).toBe('http');
        expect(httpHeaders).toEqual([{ name: 'Host', value: 'localhost' }]);
      }
    }
    expect(ofKind('Service')[0].spec.ports[0].targetPort).toBe('http');
  });

  it('gives servers longer to end than their longest shutdown', () => {
    for (const { containers, terminationGracePeriodSeconds } of pods) {
      const [, seconds = '0'] = containers[0].lifecycle?.preStop.exec.command ?? [];
      expect(terminationGracePeriodSeconds - Number(seconds)).toBeGreaterThan(longestStop);
    }
  });

  it('has budgets, policies, Services and scalers that select their own pods', () => {
    const labelsOf = (labels: Manifest) =>
      ofKind('Deployment')
        .filter(({ spec }) =>
          Object.entries(labels).every(([key, value]) => spec.template.metadata.labels[key] === value),
        )
        .map(({ metadata }) => metadata.name.replace('test-daybreak-', ''));
    const budgets = ofKind('PodDisruptionBudget').map(({ spec }) => labelsOf(spec.selector.matchLabels));
    expect(budgets).toEqual([['api'], ['worker-h100'], ['worker-mi300']]);
    const policies = ofKind('NetworkPolicy').map(({ spec }) => labelsOf(spec.podSelector.matchLabels));
    expect(policies).toEqual([['api'], ['worker-h100', 'worker-mi300']]);
    expect(ofKind('Service').map(({ spec }) => labelsOf(spec.selector))).toEqual([['api']]);
    expect(ofKind('PodMonitor').map(({ spec }) => labelsOf(spec.selector.matchLabels))[0]).toHaveLength(3);
    expect(ofKind('ScaledObject').map(({ spec }) => spec.scaleTargetRef.name)).toEqual(['test-daybreak-worker-h100']);
    expect(ofKind('HorizontalPodAutoscaler')[0].spec.scaleTargetRef.name).toBe('test-daybreak-api');
  });

  it('scales by metrics that servers export', () => {
    const queries = ofKind('ScaledObject')[0].spec.triggers.map(({ metadata }: Manifest) => metadata.query);
    const sources = globSync('src/api/metrics/*.ts', { cwd: root }).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    for (const query of queries) {
      const [, name] = /\((\w+(?::\w+)?)\{/.exec(query)!;
      expect(sources.join()).toContain(`'${name}'`);
    }
  });
});

describe('the compose file', () => {
  const compose: Manifest = parse(read('compose.yaml'), { merge: true });
  const filled = (env: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        value.replace(
          /\$\{(\w+)(?::-([^}]*)|:\?)\}/g,
          (_, variable, usual) => usual ?? SECRETS.DAYBREAK_API_KEY + variable,
        ),
      ]),
    );

  it('keeps its secrets in a file that git and the image ignore', () => {
    expect(readFileSync(join(root, '.gitignore'), 'utf8')).toMatch(/^deploy\/\.env$/m);
    expect(read('Containerfile.dockerignore')).toMatch(/^\*\*\/\.env$/m);
  });

  it('starts servers with valid settings', () => {
    const configs = ['api', 'worker'].map((name) => configOf(filled(compose.services[name].environment)));
    expect(configs.map(({ role }) => role)).toEqual(['api', 'worker']);
    expect(configs.map(({ apiKey }) => apiKey !== null)).toEqual([true, false]);
    for (const { databaseUrl, natsUrl, bucket } of configs) {
      const hosts = [databaseUrl, natsUrl, bucket!.endpoint].map((url) => new URL(url!).hostname);
      expect(hosts).toEqual(['postgres', 'nats', 's3']);
      for (const host of hosts) expect(compose.services).toHaveProperty(host);
    }
  });

  it('depends on existing services, and gives servers longer to end than their longest shutdown', () => {
    for (const name of ['api', 'worker']) {
      const { depends_on, stop_grace_period } = compose.services[name];
      for (const one of Object.keys(depends_on)) expect(compose.services).toHaveProperty(one);
      expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(longestStop);
    }
    // While the PostgreSQL image creates the database, its temporary server listens on a Unix socket only.
    expect(compose.services.postgres.healthcheck.test.join(' ')).toContain('pg_isready -h 127.0.0.1 ');
    for (const gpus of ['compose.nvidia.yaml', 'compose.dri.yaml']) {
      expect(Object.keys(parse(read(gpus)).services)).toEqual(['worker']);
    }
  });
});

it('the Containerfile copies existing paths, and starts the server', () => {
  const text = read('Containerfile');
  const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths]) => paths.split(' '));
  expect(copied).toContain('kernels');
  for (const path of copied) expect(existsSync(join(root, path)), path).toBe(true);
  expect(text).toContain('exec node --enable-source-maps dist/app/main.js"]');
  expect(existsSync(join(root, 'src/app/main.ts'))).toBe(true);
  expect(text).toMatch(/^EXPOSE 8484$/m);
  expect(text).toMatch(/^USER 10001:10001$/m);
  expect(text).toMatch(/^HEALTHCHECK (.*\\\n)*.*'\/readyz'/m);
});

it('the programs that docs/install.md runs in the image exist', () => {
  const programs = readFileSync(join(root, 'docs/install.md'), 'utf8').match(/\bdist\/app\/\w+\.js\b/g)!;
  expect(programs).toHaveLength(4);
  for (const path of programs) {
    expect(existsSync(join(root, path.replace('dist', 'src').replace('.js', '.ts'))), path).toBe(true);
  }
});

describe('the systemd units', () => {
  const unit = (name: string) =>
    [...read(`systemd/${name}`).matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]);
  const variables = (text: string) =>
    Object.fromEntries([...text.matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, k, v]) => [k, v]));
  const own = (name: string) => {
    const set = unit(name).filter(([key]) => key === 'Environment');
    return variables(set.map(([, value]) => value.replaceAll('%i', '1')).join('\n'));
  };
  const shared = variables(read('systemd/cluster.env.example'));

  it('start servers with valid settings', () => {
    const api = { ...shared, ...variables(read('systemd/api.env.example')), ...own('daybreak-api.service') };
    expect(configOf(api)).toMatchObject({ role: 'api', port: 8484 });
    const worker = configOf({ ...shared, ...own('daybreak-worker@.service') });
    expect(worker).toMatchObject({ role: 'worker', port: 8501, apiKey: null });
    const alone = configOf({ ...variables(read('systemd/daybreak.env.example')), ...own('daybreak.service') });
    expect(alone).toMatchObject({ role: 'all', port: 8484, host: '127.0.0.1' });
  });

  it('give servers longer to end than their longest shutdown', () => {
    for (const name of ['daybreak.service', 'daybreak-api.service', 'daybreak-worker@.service']) {
      const settings = Object.fromEntries(unit(name));
      expect(Number(settings.TimeoutStopSec)).toBeGreaterThan(longestStop);
      expect(settings.KillMode).toBe('mixed');
    }
  });
});

it('HAProxy probes /readyz, and its fallback backend probes /livez of the same replicas', () => {
  const [, ready, alive] = read('haproxy.cfg').split(/^backend .*$/m);
  expect(ready).toMatch(/http-check send meth GET uri \/readyz .* hdr Host localhost$/m);
  expect(alive).toMatch(/http-check send meth GET uri \/livez .* hdr Host localhost$/m);
  const servers = (backend: string) => backend.match(/^ +server .*$/gm);
  expect(servers(ready)?.[0]).toMatch(/^ +server api-1 [\d.]+:8484$/);
  expect(servers(alive)).toEqual(servers(ready));
});
