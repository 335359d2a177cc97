import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of /proc/<pid>/stat per second; the kernel reports 100 to user space on every machine. */
const TICKS_PER_SECOND = 100

type Stat = { pid: number; parent: number; ticks: number }

/**
 * Milliseconds of CPU that a process and all its descendants have used, including those that have ended and been waited
 * for: these count in `cutime` and `cstime` of their parent.
 */
export function readCpuMs(pid: number): number {
  const stats = readAllStats()
  let ticks = 0
  const family = [pid]
  for (let next = family.pop(); next !== undefined; next = family.pop()) {
    for (const stat of stats) {
      if (stat.pid === next) ticks += stat.ticks
      if (stat.parent === next) family.push(stat.pid)
    }
  }
  return (ticks * 1_000) / TICKS_PER_SECOND
}

function readAllStats(): Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
}

function readStat(pid: number): Stat | null {
  try {
    // The name in parentheses may contain anything; the third field follows it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [parent = 0, used] = [fields[1], fields.slice(11, 15)]
    return { pid, parent, ticks: used.reduce((sum, part) => sum + part, 0) }
  } catch {
    return null // It has already ended.
  }
}
