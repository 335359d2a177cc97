import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { Target } from '../targets'
import { createEvmBuyer, type TestBuyer } from '../test-buyer'
import type { TestWorld } from '../test-world'
import { sendUsdc } from '../wallet-moves'

/** Sends one payment again and again, and moves the money each time while the handler works. */
export async function workUnpaid(world: TestWorld, target: Target, attempts: number) {
  const buyer = await createEvmBuyer(world, 1000n)
  const { headers } = await buyer.sign(`${target.origin}/slow?held`)
  const runsBefore = await runsOf(target)
  const statuses: number[] = []
  for (let attempt = 0; attempt < attempts; attempt += 1)
    statuses.push(await askAndDrain(world, target, buyer, headers))
  return { runs: (await runsOf(target)) - runsBefore, statuses }
}

/** Sends a payment, and moves the money as soon as the handler works. */
export async function askAndDrain(
  world: TestWorld,
  target: Target,
  buyer: TestBuyer,
  headers: Record<string, string>,
): Promise<number> {
  if ((await buyer.balance()) === 0n) {
    await world.faucet({ network: BASE_SEPOLIA, address: buyer.address, amountAtomic: 1000n })
  }
  const before = await runsOf(target)
  let isAnswered = false
  const answering = fetch(`${target.origin}/slow?held`, { headers }).finally(() => {
    isAnswered = true
  })
  while (!isAnswered && (await runsOf(target)) === before) await sleep(10)
  if ((await runsOf(target)) > before) {
    await sendUsdc(world, buyer.key, privateKeyToAccount(generatePrivateKey()).address, 1000n)
  }
  await target.finish()
  return (await answering).status
}

const runsOf = async (target: Target) => (await target.runs())['/slow'] ?? 0
