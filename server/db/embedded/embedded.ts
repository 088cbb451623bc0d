// The PostgreSQL that comes with the program: started when nobody serves DATA_DIR's cluster, shared when
// somebody does, brought back when it dies, and stopped by the last process that used it.
import { rmdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { Keeper } from './keeper.ts'
import { findPlaces, type Places } from './places.ts'
import { abortPostmaster, type Started, startPostmaster, stopPostmaster } from './postmaster.ts'
import { findPostmaster, forgetStranger } from './postmaster-file.ts'
import { EmbeddedTrouble, reasonOf } from './trouble.ts'

const DATABASE = 'amanat'
const MAJOR = '18'
const UNANSWERED_MS = 5_000
// After a crash PostgreSQL replays its log before it answers; a gigabyte of it takes a minute or so.
const RECOVERY_MS = 600_000
const LONGEST_PAUSE_MS = 5_000

export type Say = (line: string) => void

export interface Embedded {
  /** of the database's owner; the socket's folder is the `host` */
  url: string
  /** where its data are */
  home: string
  /** true when the cluster was made by this start */
  isNew: boolean
  /** Stops PostgreSQL too, unless another process of ours still uses it. */
  stop(): Promise<void>
}

const urlAt = (sockets: string) =>
  `postgresql://${DATABASE}@localhost/${DATABASE}?host=${encodeURIComponent(sockets)}`

class Supervisor implements Embedded {
  isNew = false
  #keeper: Keeper | null = null
  #stopped = false
  #reviving: Promise<void> = Promise.resolve()
  readonly #places: Places
  readonly #binaries: Binaries
  readonly #say: Say

  constructor(places: Places, binaries: Binaries, say: Say) {
    this.#places = places
    this.#binaries = binaries
    this.#say = say
  }

  get url(): string {
    return urlAt(this.#places.sockets)
  }

  get home(): string {
    return this.#places.home
  }

  async start(): Promise<void> {
    this.isNew = await ensureCluster(this.#binaries, this.#places, MAJOR)
    const keeper = await this.#reach()
    await keeper.ensureDatabase(DATABASE)
    this.#keep(keeper)
  }

  #keep(keeper: Keeper): void {
    this.#keeper = keeper
    keeper.whenLost(() => {
      this.#keeper = null
      if (!this.#stopped) this.#reviving = this.#revive()
    })
  }

  /** A connection to this cluster's one postmaster, whoever started it. */
  async #reach(): Promise<Keeper> {
    const begun = Date.now()
    let answered = begun
    let started: Started | null = null
    for (;;) {
      if (this.#stopped) throw new EmbeddedTrouble('it is being stopped')
      const running = findPostmaster(this.#places.cluster)
      const error = running ? await this.#tryOpen(running.sockets) : null
      if (error instanceof Keeper) return error
      const now = Date.now()
      if (!running || isBusy(error, running.status)) answered = now
      if (running && now - answered > UNANSWERED_MS) {
        this.#say(`PostgreSQL (process ${running.pid}) does not answer: stopping it.`)
        await abortPostmaster(running.pid)
      }
      if (now - begun > RECOVERY_MS) throw new EmbeddedTrouble('it was not ready after ten minutes')
      if (!running) started = this.#startUnlessStarting(started)
      // Soon at first; a long recovery is not to be crowded with attempts.
      await sleep(now - begun < 1_000 ? 15 : 150)
    }
  }

  #startUnlessStarting(started: Started | null): Started {
    const ended = started?.ended()
    if (started && ended === null) return started
    // Two processes that start one at the same moment: the loser's ends with this, and it joins the winner's.
    if (ended && !/lock file .* already exists|shared memory block/.test(ended))
      throw new EmbeddedTrouble(ended)
    forgetStranger(this.#places.cluster)
    return startPostmaster(this.#binaries, this.#places)
  }

  async #tryOpen(sockets: string): Promise<Keeper | unknown> {
    if (sockets === '') return null
    try {
      const keeper = await Keeper.open(sockets)
      // Another process may have put its socket elsewhere; everyone must use the one that is there.
      this.#places.sockets = sockets
      return keeper
    } catch (error) {
      return error
    }
  }

  async #revive(): Promise<void> {
    let said = ''
    for (let pauseMs = 100; !this.#stopped; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        const keeper = await this.#reach()
        if (this.#stopped) return keeper.close()
        this.#say('PostgreSQL had stopped and is back.')
        return this.#keep(keeper)
      } catch (error) {
        const reason = error instanceof EmbeddedTrouble ? error.reason : reasonOf(error)
        if (reason !== said && !this.#stopped) this.#say(`PostgreSQL does not start again: ${reason}.`)
        said = reason
        await sleep(pauseMs)
      }
    }
  }

  stop = async (): Promise<void> => {
    this.#stopped = true
    await this.#reviving
    const keeper = this.#keeper
    this.#keeper = null
    if (!keeper) return
    const postmaster = findPostmaster(this.#places.cluster)
    const isLast = await keeper.isLast().catch(() => false)
    if (!isLast || !postmaster) return keeper.close().catch(() => {})
    keeper.whenLost(() => {})
    if (!(await stopPostmaster(postmaster.pid))) this.#say('PostgreSQL is still shutting down.')
    await keeper.close().catch(() => {})
    removeShortFolder(this.#places)
  }
}

/** Under /tmp for want of room in the path; made anew at the next start. */
function removeShortFolder({ home, sockets }: Places): void {
  if (sockets.startsWith(home)) return
  try {
    rmdirSync(sockets)
  } catch {
    // Not empty: another process has just started there.
  }
}

/** 57P03: starting up, shutting down or recovering, as opposed to hanging. */
function isBusy(error: unknown, status: string): boolean {
  const code = (error as { code?: string } | null)?.code
  return code === '57P03' || status === 'starting' || status === 'stopping'
}

function placesOf(dataDir: string): Places {
  try {
    return findPlaces(dataDir)
  } catch (error) {
    // A folder that cannot be made or given away: say so in the one sentence too.
    throw error instanceof EmbeddedTrouble ? error : new EmbeddedTrouble(reasonOf(error), { cause: error })
  }
}

export async function startEmbedded(dataDir: string, say: Say): Promise<Embedded> {
  if (process.platform === 'win32') throw new EmbeddedTrouble('it is not made for Windows')
  const places = placesOf(dataDir)
  const binaries = await findBinaries(places)
  if (places.note) say(places.note)
  if (binaries.copiedTo) say(`PostgreSQL's programs were copied to ${binaries.copiedTo}.`)
  const supervisor = new Supervisor(places, binaries, say)
  await supervisor.start()
  return supervisor
}
