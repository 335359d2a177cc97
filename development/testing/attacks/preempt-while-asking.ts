import { setTimeout as sleep } from 'node:timers/promises'
import { flood } from '../flood'
import type { Target } from '../targets'
import { createEvmBuyer, readUsdc } from '../test-buyer'
import type { TestWorld } from '../test-world'
import { landPayment } from '../wallet-moves'

/** The payer asks; an observer lands the payment while the handler runs, and sends twenty copies of it. */
export async function preemptWhileAsking(world: TestWorld, target: Target) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const url = `${target.origin}/slow?held`
  const earnedBefore = await readUsdc(world, target.payTo)
  const runs = async () => (await target.runs())['/slow'] ?? 0
  const runsBefore = await runs()
  const signed = await buyer.sign(url)
  const asked = fetch(url, { headers: signed.headers })
  while ((await runs()) === runsBefore) await sleep(5)
  await landPayment(world, signed.payload)
  await target.finish()
  const answer = await asked
  const content = ((await answer.json()) as { content?: string }).content ?? null
  // The stock server keeps no claims, and would work for each copy.
  const copies = content === null ? { grants: 0 } : await flood(20, () => fetch(url, { headers: signed.headers }))
  return {
    content,
    otherGrants: copies.grants,
    runs: (await runs()) - runsBefore,
    spent: 1_000_000n - (await buyer.balance()),
    earned: (await readUsdc(world, target.payTo)) - earnedBefore,
  }
}
