import { readFileSync } from 'node:fs'

/** Resident memory of a process in megabytes, now and at its highest, as the kernel counts it. */
export type Memory = { resident: number; highest: number; own: number }

export function readMemory(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (field: string) =>
    Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  return { resident: megabytes('VmRSS'), highest: megabytes('VmHWM'), own: megabytes('RssAnon') }
}
