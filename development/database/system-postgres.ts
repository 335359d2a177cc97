import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian keeps each version's programs; only wrappers of the client programs are in the PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'
const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore']

/** The folder of the system's PostgreSQL, with server and client programs of one version; null when there is none. */
export function findSystemPostgres(): string | null {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : []
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a))
  const named = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const folders = [...newestFirst.map((version) => join(DEBIAN_FOLDER, version, 'bin')), ...(named ? [named] : [])]
  return folders.find((folder) => programs.every((program) => existsSync(join(folder, program)))) ?? null
}
