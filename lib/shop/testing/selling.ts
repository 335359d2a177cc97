import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { expect } from 'vitest'
import { walletAt } from '@/development/devnet/testing/evm-parties'
import type { TestSite } from '@/development/testing/open-test-site'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { priceOf, type TestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { createOutboxSender } from '@/lib/shop/sellers/outbox/send-outbox'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { promiseRefund, recordRefund } from '@/lib/shop/sellers/refunds/refunds'
import { createRoute } from '@/lib/shop/sellers/routes/write-route'

/** A text as its seller types it in. */
export const article = (path: string, more: object = {}) => ({
  kind: 'article',
  title: 'A text',
  method: 'GET',
  path,
  price: priceOf('$0.01'),
  body: 'Text.',
  ...more,
})

/** Makes the route, and has this instance serve it: a test site does not listen for changes of the database. */
export async function sell({ application }: TestSite, { actor, handle }: TestSeller, input: object) {
  const made = await createRoute(application.sellers, actor, input)
  application.storedRoutes.changed(handle)
  return made
}

/** Pays for what is sold there, as a new buyer unless one is named. */
export async function buy(url: string, buyer?: TestBuyer) {
  const payer = buyer ?? (await createEvmBuyer(testWorld(), 1_000_000n))
  const answer = await fetch(url, { headers: (await payer.sign(url)).headers })
  expect(answer.status).toBe(200)
  return { buyer: payer, text: await answer.text() }
}

/** Whether it opens to that wallet without paying. */
export const opens = async ({ key }: TestBuyer, url: string) =>
  (await fetch(url, { headers: await signInHeaders(url, key) })).status === 200

/** Gives that much back to the payer, from the seller's own wallet. */
export async function giveBack(
  { application: { sellers } }: TestSite,
  { actor, wallet }: TestSeller,
  { paymentId, to, amountAtomic, ...more }: { paymentId: string; to: Hex; amountAtomic: bigint; keepsAccess?: boolean },
) {
  const amount = `${Number(amountAtomic) / 1_000_000}`
  const { refundId, asset } = await promiseRefund(sellers, actor, paymentId, { amount, ...more })
  const client = walletAt(testWorld().evmRpcUrl, wallet)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amountAtomic] })
  const transaction = await client.sendTransaction({ to: asset as Hex, data })
  await client.waitForTransactionReceipt({ hash: transaction })
  expect(await recordRefund(sellers, actor, refundId, { transaction })).toEqual({ status: 'confirmed' })
}

/** Sends what is due in the outbox on a new instance, and waits for the receivers. */
export async function sendOutbox(by: SellersContext): Promise<number> {
  const sender = createOutboxSender(by, (error) => expect.fail(String(error)))
  const begun = await sender.begin()
  await sender.finish()
  return begun
}
