import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Target } from '../targets'
import { createEvmBuyer, readUsdc } from '../test-buyer'
import type { TestWorld } from '../test-world'
import { sendUsdc } from '../wallet-moves'

/** A buyer moves its money between the verification of its payment and the settlement. */
export async function drainWhileProducing(world: TestWorld, target: Target) {
  const buyer = await createEvmBuyer(world, 1000n)
  const hideout = privateKeyToAccount(generatePrivateKey()).address
  const { headers } = await buyer.sign(`${target.origin}/slow?held`)
  const runsBefore = (await target.runs())['/slow'] ?? 0
  const answering = fetch(`${target.origin}/slow?held`, { headers })
  while (((await target.runs())['/slow'] ?? 0) === runsBefore) await sleep(10)
  await sendUsdc(world, buyer.key, hideout, 1000n)
  await target.finish()
  const response = await answering
  const kept = await readUsdc(world, hideout)
  // By what the buyer has left: payments of other tests to the same payee may still land.
  return { status: response.status, body: await response.text(), earned: 1000n - kept - (await buyer.balance()), kept }
}
