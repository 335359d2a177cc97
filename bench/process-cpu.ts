import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever its timer. */
const msPerTick = 10

/** Milliseconds of processor that a process has used since it started, with all its threads. Linux alone. */
export function processCpuMs(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(afterName[11]) + Number(afterName[12])) * msPerTick
}
