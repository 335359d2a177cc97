import { readFile, stat } from 'node:fs/promises'
import type { PlainLog } from '@/lib/base/infra/logger'
import { addressIdentity, isAddress } from '@/lib/base/x402/addresses'
import { reasons } from '@/lib/base/x402/reasons'

/** Why a payment between these two is not taken; null where neither is listed. */
export type Screen = (parties: { payer: string; payTo: string }) => Promise<ScreenRefusal | null>
export type ScreenRefusal = { reason: string; message: string }

const LOOKED_EVERY_MS = 2_000
const families = ['evm', 'svm', 'avm'] as const

/**
 * Refuses payers and payees that a file lists: one address after another, as in the lists by chain that are made of
 * OFAC's SDN list, as CSV, or as OFAC's own text ("Digital Currency Address - ETH 0x…"). All else in it is skipped. Read
 * again when it changes; one that cannot be read any more, or lists no one any more, leaves the last list in force, with
 * a line in the log. Fails where it cannot be read at first.
 */
export async function openScreen(file: string, log: PlainLog, now: () => number = () => Date.now()): Promise<Screen> {
  let version = await versionOf(file)
  let listed = parseListed(await readFile(file, 'utf8'))
  let lookedAt = now()
  log.info({ addresses: listed.size }, 'Payers and payees are screened')
  const refresh = async () => {
    if (now() - lookedAt < LOOKED_EVERY_MS) return
    lookedAt = now()
    try {
      const found = await versionOf(file)
      if (found === version) return
      const read = parseListed(await readFile(file, 'utf8'))
      version = found
      if (read.size === 0 && listed.size > 0) {
        // As it is while a program rewrites it in place.
        log.error({ file }, 'The list of screened addresses has become empty; the last one stays in force')
        return
      }
      listed = read
      log.info({ addresses: listed.size }, 'The list of screened addresses was read again')
    } catch (err) {
      log.error({ err }, 'The list of screened addresses cannot be read; the last one stays in force')
    }
  }
  return async ({ payer, payTo }) => {
    await refresh()
    if (isListed(listed, payer))
      return { reason: reasons.payerScreened, message: 'The payer is on the list of refused addresses.' }
    if (isListed(listed, payTo))
      return { reason: reasons.payeeScreened, message: 'The payee is on the list of refused addresses.' }
    return null
  }
}

const versionOf = async (file: string): Promise<string> => {
  const { mtimeMs, size, ino } = await stat(file)
  return `${mtimeMs} ${size} ${ino}`
}

const identitiesOf = (text: string): string[] =>
  families.flatMap((family) => (isAddress(family, text) ? [`${family} ${addressIdentity(family, text)}`] : []))

const isListed = (listed: ReadonlySet<string>, address: string): boolean =>
  identitiesOf(address).some((identity) => listed.has(identity))

/** The addresses in a list; `#` begins a comment. */
export function parseListed(text: string): ReadonlySet<string> {
  const words = text.split('\n').flatMap((line) => (line.split('#')[0] ?? '').split(/[^0-9A-Za-z]+/))
  return new Set(words.flatMap(identitiesOf))
}
