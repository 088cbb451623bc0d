/**
 * Three PostgreSQL servers under Patroni with etcd, and HAProxy before them, from the system's packages. What one replicates
 * from another goes through a TCP proxy of ours, so that the network between them can be cut.
 */
import { spawnSync } from 'node:child_process'
import { chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Daemon } from './daemon.ts'
import { freePort } from './program.ts'
import { TcpProxy } from './tcp-proxy.ts'

const PACKAGES = '/usr/lib/postgresql'
const PASSWORD = 'fault'
const USER = 'postgres'

/** The newest PostgreSQL of the system's packages, or null. */
export function findPostgres(): string | null {
  try {
    const newest = readdirSync(PACKAGES).sort((one, other) => Number(other) - Number(one))[0]
    return newest === undefined ? null : join(PACKAGES, newest, 'bin')
  } catch {
    return null
  }
}

interface DatabaseNode {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly network: TcpProxy
  readonly dataDir: string
  readonly configFile: string
  agent: Daemon
}

const configOf = (node: Omit<DatabaseNode, 'agent' | 'configFile'>, folder: string, etcdPort: number) => ({
  scope: 'amanat',
  name: node.name,
  restapi: {
    listen: `127.0.0.1:${node.restPort}`,
    connect_address: `127.0.0.1:${node.restPort}`,
  },
  etcd3: { host: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: {
      ttl: 20,
      loop_wait: 2,
      retry_timeout: 4,
      // as docs/operations/install.md has it for real money
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 60 } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
  },
  postgresql: {
    listen: `127.0.0.1:${node.port}`,
    connect_address: `127.0.0.1:${node.network.port}`,
    data_dir: node.dataDir,
    bin_dir: findPostgres(),
    pgpass: join(folder, `${node.name}.pgpass`),
    authentication: {
      superuser: { username: USER, password: PASSWORD },
      replication: { username: 'replicator', password: PASSWORD },
      rewind: { username: 'rewinder', password: PASSWORD },
    },
    parameters: { unix_socket_directories: folder },
    pg_hba: [
      'local all all trust',
      'host all all 127.0.0.1/32 md5',
      'host replication replicator 127.0.0.1/32 md5',
    ],
  },
})

/** The postmaster and its children, of which each may be in a group of its own. */
function processesOf({ dataDir }: DatabaseNode): number[] {
  const postmaster = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === postmaster
      } catch {
        return false
      }
    })
  return [postmaster, ...children.map(Number)]
}

const signalAll = (node: DatabaseNode, name: NodeJS.Signals): void => {
  for (const pid of processesOf(node))
    try {
      process.kill(pid, name)
    } catch {}
}

export class PatroniCluster {
  readonly #nodes: DatabaseNode[] = []
  readonly #folder: string
  #port = 0

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Of a superuser, by way of HAProxy: always the primary. */
  get adminUrl(): string {
    return `postgresql://${USER}:${PASSWORD}@127.0.0.1:${this.#port}/postgres`
  }

  urlOf(login: string, database: string): string {
    return `postgresql://${login}:${PASSWORD}@127.0.0.1:${this.#port}/${database}`
  }

  static async start(folder: string): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(folder)
    if (process.getuid?.() === 0) {
      const id = (flag: string) => Number(spawnSync('id', [flag, USER], { encoding: 'utf8' }).stdout)
      chownSync(folder, id('-u'), id('-g'))
    }
    const [etcdPort, peerPort] = [await freePort(), await freePort()]
    const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`]
    const etcd = [
      '--data-dir',
      join(folder, 'etcd'),
      '--listen-client-urls',
      client,
      '--advertise-client-urls',
      client,
    ]
    const peers = [
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `default=${peer}`,
    ]
    new Daemon('etcd', [...etcd, ...peers], { user: USER })
    for (const name of ['one', 'two', 'three']) await cluster.#addNode(name, etcdPort)
    await cluster.#openHaproxy()
    await cluster.untilWhole()
    return cluster
  }

  async #addNode(name: string, etcdPort: number): Promise<void> {
    const [port, restPort] = [await freePort(), await freePort()]
    const network = await TcpProxy.open([port])
    const node = { name, port, restPort, network, dataDir: join(this.#folder, name) }
    const configFile = join(this.#folder, `${name}.yml`)
    // JSON is YAML
    writeFileSync(configFile, JSON.stringify(configOf(node, this.#folder, etcdPort)))
    this.#nodes.push({ ...node, configFile, agent: new Daemon('patroni', [configFile], { user: USER }) })
  }

  async #openHaproxy(): Promise<void> {
    this.#port = await freePort()
    const file = join(this.#folder, 'database.cfg')
    const servers = this.#nodes.map(
      ({ name, port, restPort }) => `    server ${name} 127.0.0.1:${port} check port ${restPort}`,
    )
    const lines = [
      'defaults',
      '    mode tcp',
      '    timeout connect 1s',
      '    timeout client 1h',
      '    timeout server 1h',
      'listen primary',
      `    bind 127.0.0.1:${this.#port}`,
      '    option httpchk GET /primary',
      '    http-check expect status 200',
      '    default-server inter 300ms fall 1 rise 1 on-marked-down shutdown-sessions',
    ]
    writeFileSync(file, `${[...lines, ...servers].join('\n')}\n`)
    new Daemon('haproxy', ['-db', '-f', file])
  }

  async #stateOf({
    restPort,
  }: DatabaseNode): Promise<{ role?: string; state?: string; sync_standby?: boolean }> {
    const answer = await fetch(`http://127.0.0.1:${restPort}/patroni`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => null)
    return answer ? await answer.json() : {}
  }

  /** One primary, two that follow it, one of them synchronously. */
  async untilWhole(): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const states = await Promise.all(this.#nodes.map((node) => this.#stateOf(node)))
      const primaries = states.filter(({ role }) => role === 'master' || role === 'primary').length
      const standbys = states.filter(({ role, state }) => role === 'replica' && state === 'running').length
      if (primaries === 1 && standbys === 2 && states.some((state) => state.sync_standby)) return
      await sleep(200)
    }
    throw new Error(
      `the cluster does not come together: ${this.#nodes.map(({ agent }) => agent.output.slice(-1_500)).join('\n')}`,
    )
  }

  async #split(): Promise<{ primary: DatabaseNode; standbys: DatabaseNode[] }> {
    for (const primary of this.#nodes) {
      const { role } = await this.#stateOf(primary)
      if (role !== 'master' && role !== 'primary') continue
      return { primary, standbys: this.#nodes.filter((node) => node !== primary) }
    }
    throw new Error('there is no primary')
  }

  /** The machine of the primary is gone: its agent and its database. The answer starts it again. */
  async killPrimary(): Promise<() => Promise<void>> {
    const { primary } = await this.#split()
    const processes = processesOf(primary)
    const ended = primary.agent.stop('SIGKILL')
    for (const pid of processes)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {}
    await ended
    return async () => {
      primary.agent = new Daemon('patroni', [primary.configFile], { user: USER })
    }
  }

  /** Both standbys hang, their agents too. The answer wakes them. */
  async freezeStandbys(): Promise<() => Promise<void>> {
    const { standbys } = await this.#split()
    for (const node of standbys) {
      node.agent.signal('SIGSTOP')
      signalAll(node, 'SIGSTOP')
    }
    return async () => {
      for (const node of standbys) {
        signalAll(node, 'SIGCONT')
        node.agent.signal('SIGCONT')
      }
    }
  }

  /** Nothing replicates; all agents see each other. The answer mends it. */
  async cutNetwork(): Promise<() => Promise<void>> {
    for (const { network } of this.#nodes) network.hold()
    return async () => {
      for (const { network } of this.#nodes) network.heal()
    }
  }

  async ask(url: string, text: string): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 1_000,
      query_timeout: 30_000,
    })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) {
      await node.agent.stop('SIGKILL')
      try {
        signalAll(node, 'SIGKILL')
      } catch {}
      await node.network.close()
    }
  }
}
