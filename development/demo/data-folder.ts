import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'

export type DataFolder = {
  path: string
  /** Records the site's process, so that the next start finds one whose demo was killed. */
  recordSite: (pid: number) => void
  release: () => void
}

/**
 * Takes a data folder for this demo. Refuses with DEMO_RUNNING while another living demo holds it; after a demo that
 * was killed it ends the leftover site. The database and the chains find their own leftovers.
 */
export async function claimDataFolder(dataDir: string): Promise<DataFolder> {
  const path = resolve(dataDir)
  const file = join(path, 'demo.json')
  mkdirSync(path, { recursive: true })
  const note = readNote(file)
  if (note?.demo && isStillRunning(note.demo)) {
    throw new DomainError(
      'DEMO_RUNNING',
      `A demo is running on ${path} already (process ${note.demo.pid}): stop it with Ctrl-C, ` +
        'or give this one a folder and ports of its own with --data-dir, --port 0 and --free-ports.',
    )
  }
  if (note?.site) await endProcess(note.site)
  const write = (sitePid: number | null) => {
    const site = sitePid === null ? null : identifyProcess(sitePid)
    writeFileSync(file, JSON.stringify({ demo: identifyProcess(process.pid), site }))
  }
  write(null)
  return { path, recordSite: write, release: () => rmSync(file, { force: true }) }
}

function readNote(file: string) {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // No note, or half of one: the folder is free.
    return null
  }
}

const processIdentitySchema = z.object({ pid: z.number().int().positive(), born: z.string().min(1) })

const noteSchema = z.object({ demo: processIdentitySchema.nullable(), site: processIdentitySchema.nullable() })

/** A process in a note on disk: ids are reused, so its start time is part of its identity. */
export type ProcessIdentity = z.infer<typeof processIdentitySchema>

/** Null when there is no such process. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const born = birthOf(pid)
  return born === null ? null : { pid, born }
}

export const isStillRunning = ({ pid, born }: ProcessIdentity) => birthOf(pid) === born

/** Ends a process that is not our child: politely first. Does nothing when the id now belongs to another. */
export async function endProcess(noted: ProcessIdentity): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isStillRunning(noted)) return
    process.kill(noted.pid, signal)
    const deadline = Date.now() + 5000
    while (isStillRunning(noted) && Date.now() < deadline) await sleep(20)
  }
}

/** When a process started, in the system's own format; not its command line, which Next.js rewrites. */
function birthOf(pid: number): string | null {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' })
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const [state, startTicks] = [afterName[0], afterName[19]]
    return state === 'Z' || startTicks === undefined ? null : `${bootId()} ${startTicks}`
  } catch {
    // No such process.
    return null
  }
}

/** Start times count from the machine's boot. */
const bootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
