import { listMigrations } from '@/lib/base/infra/migrations'
import { VERSION } from '@/lib/base/infra/version'
import { listInstances } from '@/lib/gate/resource-server/instance'
import { findLastTrace } from '@/lib/payments/find-payments'
import { findPendingMigrations } from '@/lib/site/operations/doctor/check-database'
import { withCommandDatabase } from './command-database'
import type { CommandInput } from './read-command'

/** Says in a few lines what is there: `status`. It reads the database and asks no chain. */
export const statusCommand = ({ flags }: CommandInput): Promise<void> =>
  withCommandDatabase(async (database) => {
    const pending = await findPendingMigrations(database, listMigrations())
    const status = {
      version: VERSION,
      pendingMigrations: pending.length,
      instances: pending.length > 0 ? null : (await listInstances(database)).filter(({ isAlive }) => isAlive).length,
      lastPaymentAt: pending.length > 0 ? null : ((await findLastTrace(database))?.toISOString() ?? null),
    }
    if (flags.has('json')) return console.log(JSON.stringify(status))
    console.log(`version        ${status.version}`)
    console.log(
      `migrations     ${pending.length === 0 ? 'all applied' : `${pending.length} pending, from ${pending[0]} on`}`,
    )
    console.log(`instances      ${status.instances ?? 'not known before the migrations'}`)
    console.log(`last payment   ${status.lastPaymentAt ?? 'none is known'}`)
  })
