import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** One step of one call: the signed payment and its outcome. Holds neither keys nor signatures. */
type AuditEntry = {
  event: 'signed_in' | 'signing' | 'settled' | 'rejected' | 'refused' | 'in_doubt' | 'refunded'
  url: string
  [detail: string]: string | number | null | readonly string[]
}

export type AuditLog = (entry: AuditEntry) => Promise<void>

/** Appends one JSON line per entry, readable only by its owner; without a file nothing is kept. */
export function openAuditLog(file: string | null, redact: (text: string) => string, now: () => Date): AuditLog {
  if (file === null) return async () => {}
  return async (entry) => {
    await mkdir(dirname(file), { recursive: true })
    await appendFile(file, `${redact(JSON.stringify({ at: now().toISOString(), ...entry }))}\n`, { mode: 0o600 })
  }
}
