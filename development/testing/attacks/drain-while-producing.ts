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
  const earnedBefore = await readUsdc(world, target.payTo)
  const { headers } = await buyer.sign(`${target.origin}/slow?held`)
  const runsBefore = (await target.runs())['/slow'] ?? 0
  const answering = fetch(`${target.origin}/slow?held`, { headers })
  while (((await target.runs())['/slow'] ?? 0) === runsBefore) await sleep(10)
  await sendUsdc(world, buyer.key, hideout, 1000n)
  await target.finish()
  const response = await answering
  return {
    status: response.status,
    body: await response.text(),
    earned: (await readUsdc(world, target.payTo)) - earnedBefore,
    kept: await readUsdc(world, hideout),
  }
}
