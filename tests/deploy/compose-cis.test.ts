/**
 * docker-compose.yml and the Dockerfile against the CIS Docker Benchmark 1.6.0, as far as files can show it: sections 4
 * (images) and 5 (containers), each recommendation by its number and title.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compose, ROOT, read, type Service, serviceOf } from './compose-file.ts';

const services = Object.entries(compose.services);
const dockerfile = read('Dockerfile');

/** The one that must be root, for a moment and without a network: it gives volumes to the object store's user. */
const ROOT_USER = 'object-store-volumes';

/** @returns the names of the services of which this is not true */
const except = (holds: (service: Service, name: string) => boolean): string[] =>
  services.filter(([name, service]) => !holds(service, name)).map(([name]) => name);

/** Services that stay: the others end by themselves. */
const stays = ({ restart }: Service) => restart === 'unless-stopped';

describe('4 Container Images and Build File', () => {
  test('4.1 Ensure that a user for the container has been created', () => {
    expect(except(({ user }) => /^(node|[1-9]\d*:[1-9]\d*)$/.test(user ?? ''))).toEqual([ROOT_USER]);
    expect(dockerfile.match(/^USER .*$/gm)).toEqual(['USER node']);
  });

  test('4.2 Ensure that containers use only trusted base images: each by its version and its digest', () => {
    expect(except(({ build, image }) => (build !== undefined) === image.startsWith('stillhere:'))).toEqual([]);
    const images = services.filter(([, { build }]) => build === undefined).map(([, { image }]) => image);
    const bases = Array.from(dockerfile.matchAll(/^FROM (\S+)/gm), ([, image = '']) => image);
    expect(bases.length).toBe(2);
    for (const image of [...images, ...bases]) expect(image).toMatch(/^[\w./-]+:v?\d[\w.-]*@sha256:[0-9a-f]{64}$/);
  });

  test('4.7 Ensure update instructions are not used alone in Dockerfiles', () => {
    for (const line of dockerfile.match(/^RUN .*apt-get update.*$/gm) ?? []) expect(line).toContain('apt-get install');
  });

  test('4.8 Ensure setuid and setgid permissions are removed', () => {
    expect(dockerfile).toContain('-perm /6000 -exec chmod a-s');
  });

  test('4.9 Ensure that COPY is used instead of ADD in Dockerfiles', () => {
    expect(dockerfile).not.toMatch(/^ADD /m);
  });

  test('4.10 Ensure secrets are not stored in Dockerfiles, nor sent to the builder', () => {
    expect(dockerfile).not.toMatch(/^(ENV|ARG) .*(PASSWORD|SECRET|TOKEN|KEY)/m);
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', '.env.*', 'secrets']));
  });
});

describe('5 Container Runtime', () => {
  test('5.4 Ensure that Linux kernel capabilities are restricted within containers', () => {
    expect(except(({ cap_drop }) => cap_drop?.join() === 'ALL')).toEqual([]);
    expect(except(({ cap_add }) => cap_add === undefined)).toEqual([ROOT_USER]);
    expect(serviceOf(ROOT_USER)).toMatchObject({ cap_add: ['CHOWN'], network_mode: 'none' });
  });

  test('5.5 Ensure that privileged containers are not used', () => {
    expect(except(({ privileged }) => privileged === undefined)).toEqual([]);
  });

  test('5.6 Ensure sensitive host system directories are not mounted on containers', () => {
    const mounted = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    expect(mounted.length).toBeGreaterThan(3);
    expect(mounted.filter((volume) => !Object.hasOwn(compose.volumes, volume))).toEqual([]);
    expect(Object.values(compose.volumes).filter((options) => options !== null)).toEqual([]);
  });

  test('5.7 Ensure sshd is not run within containers', () => {
    expect(except(({ image, command = [] }) => !/ssh/.test(`${image} ${command}`))).toEqual([]);
  });

  test('5.8 Ensure privileged ports are not mapped within containers', () => {
    const ports = services.flatMap(([, { ports = [] }]) => ports.map((port) => Number(port.split(':').at(-1))));
    expect(ports.filter((port) => !(port >= 1024))).toEqual([]);
  });

  test('5.9 Ensure that only needed ports are open on the container: pages, metrics and the guarded Temporal UI', () => {
    expect(except(({ ports }) => ports === undefined)).toEqual(['web', 'worker', 'temporal-ui-gate']);
  });

  test('5.10 Ensure that the host’s network namespace is not shared', () => {
    expect(except(({ network_mode = 'none' }) => network_mode === 'none')).toEqual([]);
  });

  test('5.11 Ensure that the memory usage for containers is limited', () => {
    expect(except(({ mem_limit = '' }) => /^[1-9]\d*[mg]$/.test(mem_limit))).toEqual([]);
  });

  test('5.12 Ensure that CPU priority is set appropriately on containers: pages first', () => {
    expect(except(({ cpu_shares = 0 }) => cpu_shares > 0)).toEqual([]);
    const most = Math.max(...services.map(([, { cpu_shares = 0 }]) => cpu_shares));
    expect(serviceOf('web').cpu_shares).toBe(most);
  });

  test('5.13 Ensure that the container’s root filesystem is mounted as read only', () => {
    expect(except(({ read_only }) => read_only === true)).toEqual([]);
  });

  test('5.14 Ensure that incoming container traffic is bound to a specific host interface', () => {
    const ports = services.flatMap(([, { ports = [] }]) => ports);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  // What stays goes on for ever: a letter that is due in forty years survives crashes and restarts of the machine. Docker
  // doubles the pause between two starts up to a minute, so that a crash loop does not load the machine.
  test('5.15 Ensure that the on-failure restart policy is set to 5, for what ends by itself', () => {
    expect(except((service) => stays(service) || ['on-failure:5', 'no'].includes(service.restart ?? ''))).toEqual([]);
    expect(except((service) => service.restart !== 'no' || service.profiles !== undefined)).toEqual([]);
  });

  test.each([
    ['5.16 Ensure that the host’s process namespace is not shared', 'pid'],
    ['5.17 Ensure that the host’s IPC namespace is not shared', 'ipc'],
    ['5.18 Ensure that host devices are not directly exposed to containers', 'devices'],
    ['5.21 Ensure that the host’s UTS namespace is not shared', 'uts'],
    ['5.25 Ensure that cgroup usage is confirmed', 'cgroup_parent'],
    ['5.31 Ensure that the host’s user namespaces are not shared', 'userns_mode'],
  ])('%s', (_, key) => {
    expect(except((service) => service[key] === undefined)).toEqual([]);
  });

  test('5.19 Ensure that the default ulimit is overwritten at runtime if needed: no core dumps, which hold keys', () => {
    expect(except(({ ulimits }) => ulimits?.core === 0)).toEqual([]);
  });

  test('5.20 Ensure mount propagation mode is not set to shared', () => {
    expect(except(({ volumes = [] }) => !/shared/.test(volumes.join()))).toEqual([]);
  });

  test('5.2, 5.3, 5.22, 5.26 Ensure that AppArmor, SELinux and seccomp stay on, and that no privilege is added', () => {
    expect(except(({ security_opt }) => security_opt?.join() === 'no-new-privileges:true')).toEqual([]);
  });

  test('5.27 Ensure that container health is checked at runtime', () => {
    expect(except((service) => !stays(service) || service.healthcheck !== undefined)).toEqual([]);
  });

  test('5.29 Ensure that the PIDs cgroup limit is used', () => {
    expect(except(({ pids_limit = 0 }) => pids_limit > 0 && pids_limit <= 400)).toEqual([]);
  });

  test('5.30 Ensure that Docker’s default bridge is not used: every service names its networks', () => {
    expect(except(({ networks = [], network_mode }) => networks.length > 0 || network_mode === 'none')).toEqual([]);
  });

  test('5.32 Ensure that the Docker socket is not mounted inside any containers', () => {
    expect(read('docker-compose.yml')).not.toContain('docker.sock');
  });

  test('2.13 Ensure that logging is bounded', () => {
    expect(except(({ logging }) => logging?.options['max-size'] === '20m' && !!logging.options['max-file'])).toEqual(
      [],
    );
  });
});

describe('the networks', () => {
  /** @returns the services that share a network with this one */
  const reachedBy = (name: string) =>
    services
      .filter(
        ([other, { networks = [] }]) =>
          other !== name && networks.some((one) => serviceOf(name).networks?.includes(one)),
      )
      .map(([other]) => other);

  test.each([
    ['web', ['postgres', 'object-store']],
    ['worker', ['postgres', 'object-store', 'temporal', 'temporal-namespace', 'temporal-ui']],
    ['temporal-ui-gate', ['temporal-ui']],
    ['temporal-postgres', ['temporal-schema', 'temporal']],
    ['migrate', ['backup', 'restore', 'postgres', 'object-store']],
  ])('%s reaches only %j', (name, reached) => {
    expect(reachedBy(name)).toEqual(reached);
  });

  test('only what calls vendors or publishes a port has a way out', () => {
    const internal = Object.entries(compose.networks).filter(([, network]) => network?.internal === true);
    const names = internal.map(([name]) => name);
    const isClosed = ({ networks = [] }: Service) => networks.every((network) => names.includes(network));
    expect(except(isClosed)).toEqual(['web', 'worker', 'temporal-ui-gate']);
  });

  test('the Temporal UI is reached through a password only', () => {
    const gate = read('deploy/temporal-ui-gate.conf');
    expect(serviceOf('temporal-ui').ports).toBeUndefined();
    expect(gate).toMatch(/auth_basic_user_file \/run\/secrets\/temporal_ui_users;/);
    expect(gate).not.toContain('auth_basic off');
    expect(serviceOf('temporal-ui-gate').secrets).toEqual(['temporal_ui_users']);
  });
});

describe('the secrets', () => {
  test('every service gets as files what its variables and commands name, and no other secret', () => {
    const wrong = services.filter(([, { secrets = [], environment = {}, command = [], image }]) => {
      const text = [...Object.values(environment), ...command].join('\n');
      const named = Array.from(text.matchAll(/\/run\/secrets\/(\w+)/g), ([, name = '']) => name);
      if (image.startsWith('nginxinc/')) named.push('temporal_ui_users');
      return [...new Set(named)].sort().join() !== [...secrets].sort().join();
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  test('no variable holds a secret', () => {
    const isSecret = /(PASSWORD|SECRET|SECRET_KEY|SECRET_ACCESS_KEY|_PWD|API_KEY|AUTH_TOKEN|MASTER_KEYS|DATABASE_URL)$/;
    const names = services.flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect(names.filter((name) => isSecret.test(name))).toEqual([]);
    expect(names.filter((name) => isSecret.test(name.replace(/_FILE$/, ''))).length).toBeGreaterThan(10);
  });

  test('only web and worker have the vendors’ keys, and nothing of the engine has the key ring', () => {
    const owners = (secret: string) => except(({ secrets = [] }) => !secrets.includes(secret));
    for (const secret of ['sendgrid_api_key', 'stripe_secret_key', 'twilio_auth_token'])
      expect(owners(secret)).toEqual(['web', 'worker']);
    expect(owners('master_keys')).toEqual(['web', 'worker', 'restore']);
    expect(owners('migration_database_url')).toEqual(['migrate', 'restore']);
  });

  test('configuration comes from files that are here: a read-only root takes no other', () => {
    const files = Object.values(compose.configs).map(({ file }) => file);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([]);
  });
});
