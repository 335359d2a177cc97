import { familyOf } from '@/lib/base/x402/networks'
import { findPayeesElsewhere } from '@/lib/payments/find-payees-elsewhere'
import { listAllPayees } from '@/lib/shop/sellers/payments/shop-terms'
import { checkPayees, type PayeeFacts } from '@/lib/site/operations/doctor/check-payouts'
import type { Finding } from '@/lib/site/operations/doctor/finding'
import type { Base } from './base'
import { findPayeeFault } from './find-payee-fault'

const PAYEES_AT_ONCE = 8

/** Whether the site and its shops can be paid, and whether another server is paid at their addresses. */
export async function examinePayees({
  env,
  chains,
  database,
}: Pick<Base, 'env' | 'chains' | 'database'>): Promise<Finding[]> {
  const own = chains.networks.flatMap((network) => {
    const family = familyOf(network)
    const address = family && env.payTo[family]
    return address ? [{ network, address }] : []
  })
  const [shops, elsewhere] = await Promise.all([
    listAllPayees(database),
    findPayeesElsewhere(database, env.publicOrigin),
  ])
  const open = [...own, ...shops]
  const faults: PayeeFacts[] = elsewhere.map((payee) => ({ ...payee, fault: null }))
  while (open.length > 0) {
    const some = open.splice(0, PAYEES_AT_ONCE)
    const read = some.map(async (payee) => ({ ...payee, fault: await findPayeeFault(chains, payee), elsewhere: null }))
    faults.push(...(await Promise.all(read)))
  }
  return checkPayees(faults)
}
