import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { approvePermit2, landPayment, sendUsdc } from '../channel-buyer'
import { flood } from '../flood'
import type { Target } from '../targets'
import { createEvmBuyer, readUsdc, type TestBuyer } from '../test-buyer'
import type { TestWorld } from '../test-world'

type ReplayOptions = { copies: number; path?: string; patienceMs?: number }

/** One payment, many copies at once, spread over the given instances. */
export async function replayPayment(
  world: TestWorld,
  instances: [Target, ...Target[]],
  { copies, path = '/cheap', patienceMs }: ReplayOptions,
) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  if (path.startsWith('/metered')) await approvePermit2(world, buyer.key)
  const [first] = instances
  const earned = () => readUsdc(world, first.payTo)
  const earnedBefore = await earned()
  const runsBefore = await totalRuns(instances, path)
  const { headers } = await buyer.sign(`${first.origin}${path}`)
  const url = (copy: number) => `${instances[copy % instances.length]?.origin}${path}`
  const result = await flood(copies, (copy, signal) => fetch(url(copy), { headers, signal }), patienceMs)
  return {
    ...result,
    runs: (await totalRuns(instances, path)) - runsBefore,
    earned: (await earned()) - earnedBefore,
    spent: 1_000_000n - (await buyer.balance()),
  }
}

const totalRuns = async (instances: Target[], path: string) =>
  (await Promise.all(instances.map((target) => target.runs()))).reduce(
    (sum, runs) => sum + (runs[path.split('?')[0] ?? path] ?? 0),
    0,
  )

const MAXIMUM = 100_000n

/** Twenty authorizations at once, each valid, over a balance for five; each is charged its maximum. */
export async function overdrawBalance(world: TestWorld, instances: [Target, ...Target[]], patienceMs?: number) {
  const buyer = await createEvmBuyer(world, 5n * MAXIMUM)
  await approvePermit2(world, buyer.key)
  const url = (copy: number) => `${instances[copy % instances.length]?.origin}/metered?amount=100%25`
  const runsBefore = await totalRuns(instances, '/metered')
  const signed = await Promise.all(Array.from({ length: 20 }, (_, copy) => buyer.sign(url(copy))))
  const send = (copy: number, signal: AbortSignal) => fetch(url(copy), { headers: signed[copy]?.headers ?? {}, signal })
  const { grants } = await flood(20, send, patienceMs)
  return {
    grants,
    runs: (await totalRuns(instances, '/metered')) - runsBefore,
    // By what the buyer has left: payments of other tests to the same payee may still land.
    earned: 5n * MAXIMUM - (await buyer.balance()),
  }
}

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

/** A buyer moves its money between the verification of its payment and the settlement. */
export async function drainWhileProducing(world: TestWorld, target: Target) {
  const buyer = await createEvmBuyer(world, 1000n)
  const hideout = privateKeyToAccount(generatePrivateKey()).address
  const { headers } = await buyer.sign(`${target.origin}/slow?held`)
  const runsBefore = await runsOf(target)
  const answering = fetch(`${target.origin}/slow?held`, { headers })
  while ((await runsOf(target)) === runsBefore) await sleep(10)
  await sendUsdc(world, buyer.key, hideout, 1000n)
  await target.finish()
  const response = await answering
  const kept = await readUsdc(world, hideout)
  // By what the buyer has left: payments of other tests to the same payee may still land.
  return { status: response.status, body: await response.text(), earned: 1000n - kept - (await buyer.balance()), kept }
}

/** The payer asks; an observer lands the payment while the handler runs, and sends twenty copies of it. */
export async function preemptWhileAsking(world: TestWorld, target: Target) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const url = `${target.origin}/slow?held`
  const earnedBefore = await readUsdc(world, target.payTo)
  const runsBefore = await runsOf(target)
  const signed = await buyer.sign(url)
  const asked = fetch(url, { headers: signed.headers })
  while ((await runsOf(target)) === runsBefore) await sleep(5)
  await landPayment(world, signed.payload)
  await target.finish()
  const answer = await asked
  const content = ((await answer.json()) as { content?: string }).content ?? null
  // The stock server keeps no claims, and would work for each copy.
  const copies = content === null ? { grants: 0 } : await flood(20, () => fetch(url, { headers: signed.headers }))
  return {
    content,
    otherGrants: copies.grants,
    runs: (await runsOf(target)) - runsBefore,
    spent: 1_000_000n - (await buyer.balance()),
    earned: (await readUsdc(world, target.payTo)) - earnedBefore,
  }
}

export const abusedAmounts = [
  '200%',
  '-5',
  'abc',
  '33.333%',
  ' 5 ',
  '5 ',
  '0x10',
  '1e3',
  '$0.11',
  '$-0.01',
  '100001',
  '+5',
  '٥',
  '',
]

/** The authorised maximum is $0.10; the route's own upstream sets the amount. */
export async function meterAmounts(world: TestWorld, target: Target, amounts: string[]) {
  const buyer = await createEvmBuyer(world, 10_000_000n)
  await approvePermit2(world, buyer.key)
  const outcomes: { amount: string; status: number; spent: bigint; body: string }[] = []
  for (const amount of amounts) {
    const before = await buyer.balance()
    const url = `${target.origin}/metered?amount=${encodeURIComponent(amount)}`
    const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
    const body = await response.text()
    outcomes.push({ amount, status: response.status, spent: before - (await buyer.balance()), body })
  }
  return outcomes
}
