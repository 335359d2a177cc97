import { askBehindCache } from '@/development/testing/attacks/ask-behind-cache'
import { askUnpaid } from '@/development/testing/attacks/ask-unpaid'
import { drainWhileProducing } from '@/development/testing/attacks/drain-while-producing'
import { forgeEntitlement } from '@/development/testing/attacks/forge-entitlement'
import { abusedAmounts, meterAmounts } from '@/development/testing/attacks/meter-amounts'
import { overdrawBalance } from '@/development/testing/attacks/overdraw-balance'
import { preemptWhileAsking } from '@/development/testing/attacks/preempt-while-asking'
import { replayPayment } from '@/development/testing/attacks/replay-payment'
import { workUnpaid } from '@/development/testing/attacks/work-unpaid'
import type { Attack } from './attack'
import { burnGas } from './burn-gas'
import { forgeSignIn } from './forge-sign-in'
import { sendHostileHeaders } from './send-hostile-headers'
import { settleAtOnce } from './settle-at-once'
import { settleElsewhere } from './settle-elsewhere'

const PRICE = 1_000n
const MAXIMUM = 100_000n
/** The stock facilitator never settles again after a nonce that it lost. */
const PATIENCE_MS = 15_000
const COPIES = 20
const ATTEMPTS = 6

/** Contents beyond those that the earnings pay for. */
const beyond = (contents: number, earned: bigint, price: bigint) => Math.max(0, contents - Number(earned / price))

/** Attacks that both servers can be tried with, in the order of their numbers. */
export const attacks: Attack[] = [
  {
    id: 'S-1',
    name: 'The payer takes its money away while the handler works',
    paperName: 'revert-grant (2605.11781, I-A)',
    async run(world, { target }) {
      const { status, earned } = await drainWhileProducing(world, target)
      const leaked = status === 200 && earned === 0n ? 1 : 0
      return { leaked, unpaidRuns: 1, charged: earned, lost: 0n, said: `answered ${status}` }
    },
  },
  {
    id: 'S-2',
    name: 'An observer lands the payment on chain while the handler works',
    paperName: 'preemption (2605.11781, I-B)',
    async run(world, { target }) {
      const { content, otherGrants, runs, spent } = await preemptWhileAsking(world, target)
      return {
        leaked: otherGrants,
        unpaidRuns: Math.max(0, runs - 1),
        charged: spent,
        lost: content === null ? spent : 0n,
        said: content === null ? 'the payer got nothing for its money' : 'the payer got its content',
      }
    },
  },
  {
    id: 'S-3',
    name: 'One payment, sent in 20 copies at once',
    paperName: 'replay (2605.11781, II)',
    async run(world, { target }) {
      const { grants, runs, spent, statuses } = await replayPayment(world, [target], {
        copies: COPIES,
        patienceMs: PATIENCE_MS,
      })
      return {
        leaked: beyond(grants, spent, PRICE),
        unpaidRuns: beyond(runs, spent, PRICE),
        charged: spent,
        lost: grants === 0 ? spent : 0n,
        said: withSilence(statuses, COPIES),
      }
    },
  },
  {
    id: 'S-3',
    name: 'One metered payment that settles nothing, in 20 copies at once',
    paperName: 'replay (2605.11781, II)',
    async run(world, { target }) {
      const options = { copies: COPIES, path: '/metered?amount=0', patienceMs: PATIENCE_MS }
      const { grants, runs, spent, statuses } = await replayPayment(world, [target], options)
      // The seller chose to give one content for nothing.
      return {
        leaked: Math.max(0, grants - 1),
        unpaidRuns: Math.max(0, runs - 1),
        charged: spent,
        lost: 0n,
        said: withSilence(statuses, COPIES),
      }
    },
  },
  {
    id: 'S-4',
    name: 'A shared cache in front hands paid answers to others',
    paperName: 'cache and proxy leakage (2605.11781, III)',
    async run(world, { target }) {
      const { afterPayment, afterSignIn } = await askBehindCache(world, target)
      const leaked = [afterPayment, afterSignIn].filter((status) => status === 200).length
      return {
        leaked,
        unpaidRuns: 0,
        charged: PRICE,
        lost: 0n,
        said: `a stranger was answered ${afterPayment} after a payment, ${afterSignIn} after a sign-in`,
      }
    },
  },
  {
    id: 'S-4',
    name: 'HEAD, and 14 other spellings of the paid path',
    paperName: 'cache and proxy leakage (2605.11781, III)',
    async run(_world, { target }) {
      const { served, runs } = await askUnpaid(target)
      const contents = served.filter((request) => request.startsWith('GET')).length
      const said = served.length === 0 ? 'nothing was served' : `served unpaid: ${served.join(', ')}`
      return { leaked: contents, unpaidRuns: runs, charged: 0n, lost: 0n, said }
    },
  },
  {
    id: 'S-6',
    name: 'A payment of $0.001 that names the resource for $100',
    paperName: 'cross-resource substitution (2605.30998, F1)',
    async run(world, { target }) {
      const { dear, cheap, spent } = await forgeEntitlement(world, target)
      const opened = dear.status === 200
      return {
        leaked: opened ? 1 : 0,
        unpaidRuns: opened ? 1 : 0,
        charged: spent,
        lost: cheap.status === 200 || opened ? 0n : spent,
        said: `the signed-in payer is answered ${dear.status} for what costs $100, ${cheap.status} for what it paid`,
      }
    },
  },
  {
    id: 'S-7',
    name: 'One payment, settled ten times at once at the facilitator',
    paperName: 'duplicate-settlement race (2605.30998, F2)',
    run: settleAtOnce,
  },
  {
    id: 'S-8',
    name: 'Twenty metered payments at once over a balance for five',
    paperName: 'allowance overdraft (2605.30998, F3)',
    async run(world, { target }) {
      const { grants, runs, earned } = await overdrawBalance(world, [target], { patienceMs: PATIENCE_MS })
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
    paperName: 'denial of settlement (2605.30998, F4)',
    async run(world, { target }) {
      const { runs, statuses } = await workUnpaid(world, target, ATTEMPTS)
      const leaked = statuses.filter((status) => status === 200).length
      return { leaked, unpaidRuns: runs, charged: 0n, lost: 0n, said: `answered ${statuses.join(', ')}` }
    },
  },
  { id: 'S-10', name: 'Malformed payments, and one in a second spelling', run: sendHostileHeaders },
  {
    id: 'S-14',
    name: `${abusedAmounts.length} amounts of a metered route that are none, or too much`,
    async run(world, { target }) {
      const outcomes = await meterAmounts(world, target, abusedAmounts)
      const granted = outcomes.filter(({ status }) => status === 200)
      const charged = outcomes.reduce((sum, { spent }) => sum + spent, 0n)
      const said =
        granted.length === 0 ? 'all refused' : `taken: ${granted.map(({ amount }) => `"${amount}"`).join(' ')}`
      return {
        leaked: granted.filter(({ spent }) => spent === 0n).length,
        unpaidRuns: outcomes.filter(({ spent }) => spent === 0n).length,
        charged,
        lost: outcomes.reduce((sum, { status, spent }) => (status === 200 ? sum : sum + spent), 0n),
        said,
      }
    },
  },
  { id: 'S-15', name: 'Forged, foreign, stale and repeated sign-ins of a buyer', run: forgeSignIn },
  { id: 'S-16', name: 'Payments that burn the facilitator’s gas', run: burnGas },
  { id: 'S-19', name: 'A payment that another server has settled already', run: settleElsewhere },
]

function withSilence(statuses: Record<number, number>, sent: number): string {
  const told = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  const silent = sent - answered
  return [...told, ...(silent > 0 ? [`without an answer after ${PATIENCE_MS / 1_000} s: ${silent}`] : [])].join(', ')
}
