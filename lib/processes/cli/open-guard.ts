import { parseDollars } from '@/lib/x402/money'
import { openAuditLog } from '../spending/audit-log'
import type { SpendingGuard } from '../spending/follow-call'
import { createKeyRedactor } from '../spending/redact-keys'
import { openSpendingBook } from '../spending/spending-book'
import type { Home } from './home'
import type { Limits } from './limits-file'

/** Holds payments to the limits of this machine and writes each down. */
export function openGuard(
  home: Home,
  limits: Limits,
  keys: (string | undefined)[],
  confirm: SpendingGuard['confirm'] = async () => null,
): SpendingGuard {
  const now = () => new Date()
  return {
    book: openSpendingBook(
      { perDayMicros: toMicros(limits.perDay), perHostMicros: toMicros(limits.perHost), file: home.spending },
      now,
    ),
    audit: openAuditLog(home.payments, createKeyRedactor(keys), now),
    confirm,
  }
}

const toMicros = (dollars: string | null): bigint | null => (dollars === null ? null : parseDollars(dollars, 6))
