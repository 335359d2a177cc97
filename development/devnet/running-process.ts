import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The command line of a process, with spaces between its words; empty when there is no such process. */
export function commandLineOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim()
  } catch {
    // No such process.
    return ''
  }
}

/** Whether a process of that id is alive: one that is dead but not yet reaped keeps its id, not its command line. */
export const isRunning = (pid: number): boolean => commandLineOf(pid) !== ''
