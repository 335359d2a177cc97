import { openDatabase } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'

/** Fails with SITE_FAILED when a payment at the gate did not end as settled and delivered. */
export async function requireDelivered(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl)
  try {
    const all = await database.payment.count()
    const delivered = await database.payment.count({ where: { status: 'settled', deliveredAt: { not: null } } })
    if (all !== delivered) throw new DomainError('SITE_FAILED', `${delivered} of ${all} payments were delivered.`)
    console.log(`All ${all} payments were settled and delivered.`)
  } finally {
    await database.$disconnect()
  }
}
