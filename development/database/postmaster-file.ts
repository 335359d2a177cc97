import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Facts that a PostgreSQL server writes about itself into its data folder. */
export type Postmaster = { pid: number; port: number; isReady: boolean }

/**
 * Reads `postmaster.pid`. Null when there is none, or when it is a leftover: the process is gone, or its number now
 * belongs to something else. The leftover is deleted, because PostgreSQL would refuse to start over a reused number.
 */
export function findPostmaster(dataDir: string): Postmaster | null {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!Number.isInteger(pid) || pid <= 0) return null
  if (!isPostgres(pid)) {
    rmSync(file, { force: true })
    return null
  }
  return { pid, port, isReady: lines[7]?.trim() === 'ready' }
}

function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false
  try {
    const command = existsSync(`/proc/${pid}/comm`)
      ? readFileSync(`/proc/${pid}/comm`, 'utf8')
      : execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' })
    return command.includes('postgres')
  } catch {
    // Without a way to ask, trust the file: a second server over a live one would be worse than a refusal.
    return isAlive(pid)
  }
}

/** Whether a process with that number exists, of any user. A zombie counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const status = `/proc/${pid}/stat`
  return !existsSync(status) || !/^\d+ \(.*\) Z/s.test(readFileSync(status, 'utf8'))
}
