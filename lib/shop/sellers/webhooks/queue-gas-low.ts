import { queueGasMail } from '../mail/queue-mail'
import type { SellersContext } from '../ports'
import { queueEvent } from './queue-event'

export type GasWallet = { network: string; address: string; balance: string; isDry: boolean }

/** Tells operators of low gas wallets: webhooks of each once an hour, and OPERATOR_EMAIL once a day. */
export async function queueGasLow(context: SellersContext, wallets: readonly GasWallet[]): Promise<number> {
  const dry = wallets.filter(({ isDry }) => isDry)
  if (dry.length === 0) return 0
  const accounts = await context.operatorAccounts()
  const sellers = await context.database.seller.findMany({
    where: { accountId: { in: accounts } },
    select: { id: true },
  })
  const at = context.clock()
  let queued = 0
  for (const { network, address, balance } of dry) {
    const eventId = `gas.low ${network} ${address} ${Math.floor(at.getTime() / 3_600_000)}`
    const facts = { wallet: { network, address, balanceAtomic: balance } }
    const shops = sellers.map(({ id }) => id)
    queued += await queueEvent(context.database, shops, { type: 'gas.low', eventId, at, facts })
  }
  await queueGasMail(context, dry)
  return queued
}
