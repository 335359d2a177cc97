import type { Address } from 'viem'
import { askBehindCache, askUnpaid, forgeEntitlement } from '@/development/testing/attacks/leaks'
import {
  abusedAmounts,
  drainWhileProducing,
  meterAmounts,
  overdrawBalance,
  preemptWhileAsking,
  replayPayment,
  workUnpaid,
} from '@/development/testing/attacks/replays'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import type { Target } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import type { TestWorld } from '@/development/testing/test-world'
import { within } from '@/lib/base/infra/concurrency'
import type { PaymentPayload } from '@/lib/base/x402/wire'

export type AttackSide = {
  target: Target
  /** Where its facilitator verifies and settles over HTTP. */
  facilitator: string
  gasWallet: Address
}

export type AttackOutcome = {
  /** Contents, or a facilitator's approvals, beyond those that were paid for. */
  leaked?: number
  /** Handler runs that earned nothing. */
  unpaidRuns?: number
  /** The payer's charge, atomic units. */
  charged?: bigint
  /** The part of the charge for which the payer got nothing. */
  lost?: bigint
  said: string
}

export type Attack = {
  /** The number in docs/security.md, which names the papers. */
  id: string
  name: string
  run: (world: TestWorld, side: AttackSide) => Promise<AttackOutcome>
}

const PRICE = 1_000n
const MAXIMUM = 100_000n
/** The stock facilitator never settles again after a nonce that it lost. */
const patienceMs = 15_000
const copies = 20

/** Contents beyond those that the earnings pay for. */
const beyond = (contents: number, earned: bigint, price: bigint) => Math.max(0, contents - Number(earned / price))

/** Attacks that both servers can be tried with, in the order of their numbers. */
export const attacks: Attack[] = [
  {
    id: 'S-1',
    name: 'The payer takes its money away while the handler works',
    async run(world, { target }) {
      const { status, earned } = await drainWhileProducing(world, target)
      const leaked = status === 200 && earned === 0n ? 1 : 0
      return { leaked, unpaidRuns: 1, charged: earned, said: `answered ${status}` }
    },
  },
  {
    id: 'S-2',
    name: 'An observer lands the payment on chain while the handler works',
    async run(world, { target }) {
      const { content, otherGrants, runs, spent } = await preemptWhileAsking(world, target)
      const outcome = { leaked: otherGrants, unpaidRuns: Math.max(0, runs - 1), charged: spent }
      if (content !== null) return { ...outcome, said: 'the payer got its content' }
      return { ...outcome, lost: spent, said: 'the payer got nothing for its money' }
    },
  },
  {
    id: 'S-3',
    name: 'One payment, sent in 20 copies at once',
    async run(world, { target }) {
      const { grants, runs, spent, statuses } = await replayPayment(world, [target], { copies, patienceMs })
      return {
        leaked: beyond(grants, spent, PRICE),
        unpaidRuns: beyond(runs, spent, PRICE),
        charged: spent,
        lost: grants === 0 ? spent : 0n,
        said: withSilence(statuses),
      }
    },
  },
  {
    id: 'S-3',
    name: 'One metered payment that settles nothing, in 20 copies at once',
    async run(world, { target }) {
      const options = { copies, path: '/metered?amount=0', patienceMs }
      const { grants, runs, spent, statuses } = await replayPayment(world, [target], options)
      // The seller chose to give one content for nothing.
      const [leaked, unpaidRuns] = [Math.max(0, grants - 1), Math.max(0, runs - 1)]
      return { leaked, unpaidRuns, charged: spent, said: withSilence(statuses) }
    },
  },
  {
    id: 'S-4',
    name: 'A shared cache in front hands paid answers to others',
    async run(world, { target }) {
      const { afterPayment, afterSignIn } = await askBehindCache(world, target)
      const leaked = [afterPayment, afterSignIn].filter((status) => status === 200).length
      const said = `a stranger was answered ${afterPayment} after a payment, ${afterSignIn} after a sign-in`
      return { leaked, charged: PRICE, said }
    },
  },
  {
    id: 'S-4',
    name: 'HEAD, and 14 other spellings of the paid path',
    async run(_world, { target }) {
      const { served, runs } = await askUnpaid(target)
      const leaked = served.filter((request) => request.startsWith('GET')).length
      const said = served.length === 0 ? 'nothing was served' : `served unpaid: ${served.join(', ')}`
      return { leaked, unpaidRuns: runs, said }
    },
  },
  {
    id: 'S-6',
    name: 'A payment of $0.001 that names the resource for $100',
    async run(world, { target }) {
      const { dear, cheap, spent } = await forgeEntitlement(world, target)
      const opened = dear.status === 200 ? 1 : 0
      const said = `the signed-in payer is answered ${dear.status} for what costs $100, ${cheap.status} for what it paid`
      const lost = cheap.status === 200 || opened ? 0n : spent
      return { leaked: opened, unpaidRuns: opened, charged: spent, lost, said }
    },
  },
  { id: 'S-7', name: 'One payment, settled ten times at once at the facilitator', run: settleAtOnce },
  {
    id: 'S-8',
    name: 'Twenty metered payments at once over a balance for five',
    async run(world, { target }) {
      const { grants, runs, earned } = await overdrawBalance(world, [target], patienceMs)
      return {
        leaked: beyond(grants, earned, MAXIMUM),
        unpaidRuns: beyond(runs, earned, MAXIMUM),
        charged: earned,
        lost: BigInt(Math.max(0, Number(earned / MAXIMUM) - grants)) * MAXIMUM,
        said: `${runs} handler runs, ${grants} contents`,
      }
    },
  },
  {
    id: 'S-9',
    name: 'One payment six times, its money gone each time the handler works',
    async run(world, { target }) {
      const { runs, statuses } = await workUnpaid(world, target, 6)
      const leaked = statuses.filter((status) => status === 200).length
      return { leaked, unpaidRuns: runs, said: `answered ${statuses.join(', ')}` }
    },
  },
  {
    id: 'S-14',
    name: `${abusedAmounts.length} amounts of a metered route that are none, or too much`,
    async run(world, { target }) {
      const outcomes = await meterAmounts(world, target, abusedAmounts)
      const granted = outcomes.filter(({ status }) => status === 200)
      const sum = (of: typeof outcomes) => of.reduce((total, { spent }) => total + spent, 0n)
      return {
        leaked: granted.filter(({ spent }) => spent === 0n).length,
        unpaidRuns: outcomes.filter(({ spent }) => spent === 0n).length,
        charged: sum(outcomes),
        lost: sum(outcomes) - sum(granted),
        said: granted.length === 0 ? 'all refused' : `taken: ${granted.map(({ amount }) => `"${amount}"`).join(' ')}`,
      }
    },
  },
  { id: 'S-15', name: 'One sign-in proof a second time', run: repeatSignIn },
]

function withSilence(statuses: Record<number, number>): string {
  const told = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  const silent = copies - Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return [...told, ...(silent > 0 ? [`without an answer after ${patienceMs / 1_000} s: ${silent}`] : [])].join(', ')
}

/** A buyer pays, and shows one sign-in proof twice: whoever has seen it could be the second. */
async function repeatSignIn(world: TestWorld, { target }: AttackSide): Promise<AttackOutcome> {
  const url = `${target.origin}/cheap`
  const buyer = await createEvmBuyer(world, 1_000_000n)
  await fetch(url, { headers: (await buyer.sign(url)).headers })
  const headers = await signInHeaders(url, buyer.key)
  const show = async () => (await fetch(url, { headers })).status === 200
  const [isTaken, isTakenAgain] = [await show(), await show()]
  return {
    leaked: isTakenAgain ? 1 : 0,
    charged: 1_000_000n - (await buyer.balance()),
    lost: isTaken ? 0n : PRICE,
    said: `the first time ${isTaken ? 'taken' : 'refused'}, then ${isTakenAgain ? 'taken' : 'refused'}`,
  }
}

const settlements = 10

/** One payment, settled ten times at once: each approval would open content at a server that trusts its facilitator. */
async function settleAtOnce(world: TestWorld, side: AttackSide): Promise<AttackOutcome> {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const { payload } = await buyer.sign(`${side.target.origin}/cheap`)
  const ask = () => within(patienceMs, settle(side, payload)).catch(() => null)
  const answers = await Promise.all(Array.from({ length: settlements }, ask))
  const yeses = answers.filter((answer) => answer?.success === true).length
  const silent = answers.filter((answer) => answer === null).length
  const charged = 1_000_000n - (await buyer.balance())
  return {
    leaked: Math.max(0, yeses - Number(charged / 1_000n)),
    charged,
    lost: yeses === 0 ? charged : 0n,
    said: `${yeses} of ${settlements} answers say settled${silent > 0 ? `, ${silent} without an answer after ${patienceMs / 1_000} s` : ''}`,
  }
}

/** A facilitator's answer over HTTP; one that is not JSON counts as a refusal. */
async function settle({ facilitator }: AttackSide, payload: PaymentPayload): Promise<{ success?: boolean }> {
  const response = await fetch(`${facilitator}/facilitator/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ x402Version: 2, paymentPayload: payload, paymentRequirements: payload.accepted }),
  })
  const text = await response.text()
  return text.startsWith('{') ? (JSON.parse(text) as { success?: boolean }) : {} // Read for a few words only.
}
