import { z } from 'zod'
import type { Database } from '@/lib/base/infra/database'
import { say } from '@/lib/base/sentences/say'
import { deleteAccount, listOwnWallets } from '@/lib/gate/sign-in/account-wallets'
import type { Actor } from '@/lib/shop/sellers/actor'
import { InputRefusedError, parseInput } from '@/lib/shop/sellers/input-refused-error'
import { requireClosedShop } from '@/lib/shop/sellers/shop'

const closing = z.object({ ending: z.string().trim().max(100) }).strict()

/**
 * Closes the actor's account: wallets, sessions and the tie to a closed shop end at one moment. Payments and rights stay,
 * as they belong to the wallets. The end of a wallet's address has to be typed. Fails with `SHOP_CLOSED` while a shop is
 * open.
 */
export async function closeAccount(database: Database, { accountId }: Actor, input: unknown): Promise<void> {
  const { ending: typed } = parseInput(closing, input)
  const wallets = await listOwnWallets(database, accountId)
  const endings = wallets.map(({ address }) => address.slice(-4))
  const isTyped = endings.some((ending) => ending.toLowerCase() === typed.toLowerCase())
  if (!isTyped) throw new InputRefusedError({ ending: say('accountTyped', { ending: endings[0] ?? '' }) })
  await database.$transaction(async (transaction) => {
    await requireClosedShop(transaction, accountId)
    await deleteAccount(transaction, accountId)
  })
}
