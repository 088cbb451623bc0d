// One PostgreSQL for a whole test run, in a folder of its own, with a migrated database to copy from.
// TEST_DATABASE_URL (a superuser's) uses a server that runs already: the way to try an older PostgreSQL.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { startEmbedded } from '#server/postgres/embedded/embedded.ts'
import { abortPostmaster } from '#server/postgres/embedded/postmaster.ts'
import { findPostmaster, isAlive } from '#server/postgres/embedded/postmaster-file.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** may create databases */
    adminUrl: string
    /** of the template's owner, who owns the copies too */
    ownerUrl: string
  }
}

interface Server {
  adminUrl: string
  ownerUrl: string
  stop(): Promise<void>
}

const FOLDER = /^amanat-test-(\d+)-/

/** What a killed run left behind. */
async function sweep(): Promise<void> {
  for (const name of readdirSync('/tmp')) {
    const maker = FOLDER.exec(name)?.[1]
    if (!maker || isAlive(Number(maker))) continue
    const running = findPostmaster(join('/tmp', name, 'database', 'postgres'))
    if (running) await abortPostmaster(running.pid)
    rmSync(join('/tmp', name), { recursive: true, force: true })
  }
}

/** /tmp itself: a socket's path must be short. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(`/tmp/amanat-test-${process.pid}-`)
  // PostgreSQL's own user has to pass through when the tests run as root.
  chmodSync(folder, 0o711)
  return folder
}

async function startOwn(): Promise<Server> {
  await sweep()
  const folder = temporaryFolder()
  const embedded = await startEmbedded(folder, () => {})
  const admin = new URL(embedded.url)
  admin.username = 'postgres'
  admin.pathname = '/postgres'
  const stop = async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { adminUrl: admin.href, ownerUrl: embedded.url, stop }
}

async function startOnGiven(adminUrl: string): Promise<Server> {
  const name = `amanat_template_${process.pid}`
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`)
  const owner = new URL(adminUrl)
  owner.pathname = `/${name}`
  const stop = async () => {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
  return { adminUrl, ownerUrl: owner.href, stop }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? await startOnGiven(given) : await startOwn()
  await migrate(server.ownerUrl)
  project.provide('adminUrl', server.adminUrl)
  project.provide('ownerUrl', server.ownerUrl)
  return server.stop
}
