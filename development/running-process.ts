import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

export const processIdentitySchema = z.object({ pid: z.number().int().positive(), born: z.string().min(1) })

/** A process in a note on disk: ids are reused, so its start time is part of its identity. */
export type ProcessIdentity = z.infer<typeof processIdentitySchema>

/** Null when there is no such process. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const born = birthOf(pid)
  return born === null ? null : { pid, born }
}

/** Whether a process of that id is alive: one that is dead but not yet reaped is not. */
export const isRunning = (pid: number): boolean => birthOf(pid) !== null

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

/** A note that a process left in a file; null when there is no note, or half of one. */
export function readNote<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Its writer was killed before or while it wrote.
    return null
  }
}
