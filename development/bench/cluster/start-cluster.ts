import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { commandAs, type PostgresAccount, resolvePostgresAccount } from '@/development/database/postgres-account'
import { findSystemPostgres } from '@/development/database/system-postgres'
import { findFreePort } from '@/development/free-port'
import { DomainError } from '@/lib/base/infra/domain-error'
import { haproxyConfiguration, type NodePorts, patroniConfiguration } from './configurations'

/** Debian's paths. */
const programs = { etcd: '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy', patroni: '/usr/bin/patroni' }

export type Cluster = {
  /** The current primary, through HAProxy. */
  url: string
  /** The current replicas, through HAProxy. */
  replicaUrl: string
  /** Kills the primary and its Patroni as a power cut would. Returns its name. */
  killPrimary: () => Promise<string>
  /** Starts a killed node again. */
  revive: (name: string) => Promise<void>
  /** Each node's role and state, by its Patroni. */
  describe: () => Promise<string[]>
  stop: () => Promise<void>
}

type Node = NodePorts & { start: () => void; kill: () => void; stop: () => Promise<void> }

/**
 * Three servers of the system's PostgreSQL under Patroni, with etcd and HAProxy, all on loopback and in `folder`.
 * @param isSynchronous whether a commit waits until a second server has it
 */
export async function startCluster(folder: string, isSynchronous: boolean): Promise<Cluster> {
  const binaries = requirePrograms()
  chmodSync(folder, 0o755)
  const place = join(folder, 'cluster')
  mkdirSync(place)
  const account = resolvePostgresAccount(join(binaries, 'postgres'), place)
  const children: ChildProcess[] = []
  const run = (program: string, args: string[], log: string) => {
    const child = startProgram(account, { program, args, log: join(folder, `${log}.log`) })
    children.push(child)
    return child
  }
  const etcdUrl = await startEtcd(place, run)
  const nodes = await Promise.all(
    ['one', 'two', 'three'].map(async (name): Promise<Node> => {
      const ports = { name, port: await findFreePort(), restPort: await findFreePort() }
      const file = join(place, `${name}.json`)
      const dataDir = join(place, name)
      const settings = patroniConfiguration(ports, { etcdUrl, dataDir, binaries, isSynchronous })
      writeFileSync(file, JSON.stringify(settings), { mode: 0o644 })
      let child: ChildProcess | null = null
      return {
        ...ports,
        start: () => void (child = run(programs.patroni, [file], `patroni-${name}`)),
        kill: () => {
          for (const pid of [child?.pid, ...serverProcesses(dataDir)]) if (pid) killNow(pid)
        },
        stop: async () => {
          child?.kill('SIGTERM')
          for (let turn = 0; turn < 100 && serverProcesses(dataDir).length > 0; turn += 1) await sleep(100)
          for (const pid of serverProcesses(dataDir)) killNow(pid)
        },
      }
    }),
  )
  for (const node of nodes) node.start()
  const primaryPort = await findFreePort()
  const replicaPort = await findFreePort()
  const proxyFile = join(place, 'haproxy.cfg')
  writeFileSync(proxyFile, haproxyConfiguration(nodes, { primaryPort, replicaPort }))
  run(programs.haproxy, ['-db', '-f', proxyFile], 'haproxy')
  const addressOf = (port: number, database: string) => `postgresql://turnpike:turnpike@127.0.0.1:${port}/${database}`
  await makeDatabase(`postgresql://admin:admin@127.0.0.1:${primaryPort}/postgres`)
  await untilReplicas(nodes, 2)
  return {
    url: addressOf(primaryPort, 'turnpike'),
    replicaUrl: addressOf(replicaPort, 'turnpike'),
    async killPrimary() {
      const roles = await Promise.all(nodes.map(roleOf))
      const primary = nodes[roles.findIndex(({ role }) => role === 'master' || role === 'primary')]
      if (!primary) throw new DomainError('DATABASE_START_FAILED', 'The cluster has no primary.')
      primary.kill()
      return primary.name
    },
    async revive(name) {
      nodes.find((node) => node.name === name)?.start()
      await untilReplicas(nodes, 2)
    },
    describe: async () =>
      (await Promise.all(nodes.map(roleOf))).map(({ name, role, state }) => `${name}: ${role}, ${state}`),
    async stop() {
      await Promise.all(nodes.map(({ stop }) => stop()))
      for (const child of children) if (child.exitCode === null && child.pid) killNow(child.pid)
    },
  }
}

function requirePrograms(): string {
  const binaries = findSystemPostgres()
  const missing = Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))
  if (binaries && missing.length === 0) return binaries
  throw new DomainError(
    'POSTGRES_TOOL',
    `This check needs ${[...missing, ...(binaries ? [] : ['postgresql'])].join(', ')}: ` +
      'on Debian, apt-get install --no-install-recommends patroni etcd-server haproxy postgresql.',
  )
}

type Program = { program: string; args: string[]; log: string }

/** In a separate session, so that Ctrl-C reaches this process first. */
function startProgram(account: PostgresAccount, { program, args, log }: Program): ChildProcess {
  const output = openSync(log, 'a')
  const launch = commandAs(account, program, args)
  const stdio = ['ignore', output, output] as const
  const child = spawn(launch.command, launch.args, { ...launch.options, stdio: [...stdio], detached: true })
  closeSync(output)
  return child
}

async function startEtcd(place: string, run: (program: string, args: string[], log: string) => void): Promise<string> {
  const [client, peer] = [await findFreePort(), await findFreePort()]
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const options = {
    'data-dir': join(place, 'etcd'),
    name: 'one',
    'listen-client-urls': clientUrl,
    'advertise-client-urls': clientUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `one=${peerUrl}`,
    // For a machine whose disks others use as well.
    'heartbeat-interval': '500',
    'election-timeout': '5000',
  }
  run(
    programs.etcd,
    Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    'etcd',
  )
  await until(() => fetch(`${clientUrl}/health`).then(({ ok }) => ok), 'etcd does not answer.')
  return `127.0.0.1:${client}`
}

/** Processes of the server on that folder: the first one, and its children. */
function serverProcesses(dataDir: string): number[] {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return []
  const first = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!existsSync(`/proc/${first}`)) return []
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === first)
  return [first, ...children.map(Number)]
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return 0 // It has already ended.
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

async function makeDatabase(adminUrl: string): Promise<void> {
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(sql)
      return true
    } finally {
      await client.end().catch(() => {})
    }
  }
  await until(() => ask('SELECT 1'), 'The cluster has no primary.')
  await ask("CREATE ROLE turnpike LOGIN PASSWORD 'turnpike'")
  await ask('CREATE DATABASE turnpike OWNER turnpike')
}

async function roleOf({ name, restPort }: NodePorts): Promise<{ name: string; role: string; state: string }> {
  const unknown = { name, role: 'none', state: 'does not answer' }
  try {
    const answer = (await (await fetch(`http://127.0.0.1:${restPort}/patroni`)).json()) as Record<string, string>
    return { name, role: answer.role ?? '', state: answer.state ?? '' }
  } catch {
    return unknown
  }
}

/** Waits for at least that many streaming replicas. */
async function untilReplicas(nodes: Node[], count: number): Promise<void> {
  const isReplica = ({ restPort }: Node) =>
    fetch(`http://127.0.0.1:${restPort}/replica`).then(
      ({ ok }) => ok,
      () => false,
    )
  const enough = async () => (await Promise.all(nodes.map(isReplica))).filter(Boolean).length >= count
  await until(enough, 'The replicas do not come up.')
}

/** Waits for two minutes until the condition holds; an error counts as false. */
async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = performance.now() + 120_000
  while (performance.now() < deadline) {
    if (await isSo().catch(() => false)) return
    await sleep(250)
  }
  throw new DomainError('DATABASE_START_FAILED', otherwise)
}
