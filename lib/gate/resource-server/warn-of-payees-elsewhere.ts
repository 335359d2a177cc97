import type { Database } from '@/lib/base/infra/database'
import type { Logger } from '@/lib/base/infra/logger'
import { findPayeesElsewhere } from '@/lib/payments/find-payees-elsewhere'

/** Logs each payee that is also paid at another origin: with its own database, that one would open our purchases. */
export async function warnOfPayeesElsewhere(parts: {
  database: Database
  publicOrigin: string
  log: Pick<Logger, 'warn'>
}): Promise<void> {
  const { database, publicOrigin, log } = parts
  for (const { network, address, elsewhere } of await findPayeesElsewhere(database, publicOrigin))
    log.warn(
      { network, payTo: address, elsewhere },
      'Another server is paid at the same address: both must share one database, or have an address each',
    )
}
