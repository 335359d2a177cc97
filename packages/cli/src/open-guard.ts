import { parseDollars } from '@/lib/base/x402/money'
import { homeOf } from './home'
import type { Limits } from './limits-file'
import { readLines } from './receipts-command'
import { openAuditLog } from './spending/audit-log'
import { createChainReader } from './spending/find-cost'
import type { SpendingGuard } from './spending/follow-call'
import type { PassPolicy } from './spending/passes'
import { createKeyRedactor } from './spending/redact-keys'
import { openSpendingBook } from './spending/spending-book'

/** Holds payments to the limits of this machine and writes each down. */
export function openGuard(
  env: NodeJS.ProcessEnv,
  limits: Limits,
  keys: (string | undefined)[],
  confirm: SpendingGuard['confirm'] = async () => null,
  policy: PassPolicy | null = limits.passes,
): SpendingGuard {
  const home = homeOf(env)
  const now = () => new Date()
  return {
    book: openSpendingBook(
      {
        perDayMicros: toMicros(limits.perDay),
        perHostMicros: toMicros(limits.perHost),
        depositMicros: toMicros(limits.deposit),
        file: home.spending,
      },
      now,
      createChainReader(env),
    ),
    audit: openAuditLog(home.payments, createKeyRedactor(keys), now),
    confirm,
    passes: policy && { policy, readLines: () => readLines(home.payments) },
  }
}

const toMicros = (dollars: string | null): bigint | null => (dollars === null ? null : parseDollars(dollars, 6))
