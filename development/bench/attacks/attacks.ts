import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { askBehindCache, askUnpaid, forgeEntitlement, misspellPayment } from '@/development/testing/attacks/leaks'
import {
  abusedAmounts,
  drainWhileProducing,
  meterAmounts,
  overdrawBalance,
  preemptWhileAsking,
  replayPayment,
  workUnpaid,
} from '@/development/testing/attacks/replays'
import { rawRequest } from '@/development/testing/raw-request'
import { evmSigningWallet, proofHeader, signProof } from '@/development/testing/sign-in-proofs'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import type { TestWorld } from '@/development/testing/test-world'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { SignInExtension, SignInProof } from '@/lib/base/x402/sign-in'
import type { Attack, Outcome, Side } from './attack'
import { burnGas, settleAtOnce, settleElsewhere } from './facilitator-attacks'

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
      const { grants, runs, earned } = await overdrawBalance(world, [target], { patienceMs })
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
  { id: 'S-10', name: 'Malformed payments, and one in a second spelling', run: sendHostileHeaders },
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
  { id: 'S-15', name: 'Forged, foreign, stale and repeated sign-ins of a buyer', run: forgeSignIn },
  { id: 'S-16', name: 'Payments that burn the facilitator’s gas', run: burnGas },
  { id: 'S-19', name: 'A payment that another server has settled already', run: settleElsewhere },
]

function withSilence(statuses: Record<number, number>): string {
  const told = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  const silent = copies - Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return [...told, ...(silent > 0 ? [`without an answer after ${patienceMs / 1_000} s: ${silent}`] : [])].join(', ')
}

/** Proofs that only the buyer's own wallet can sign: accepting them opens nothing to others. */
const byBuyerAlone = new Set(['issued an hour ahead', 'a nonce of its own', 'another text than was offered'])

/** A buyer pays; then proofs by others, for another place or from long ago are shown, and one twice. */
async function forgeSignIn(world: TestWorld, { target }: Side): Promise<Outcome> {
  const url = `${target.origin}/cheap`
  const buyer = await createEvmBuyer(world, 1_000_000n)
  await fetch(url, { headers: (await buyer.sign(url)).headers })
  const own = evmSigningWallet(privateKeyToAccount(buyer.key))
  const stranger = evmSigningWallet(privateKeyToAccount(generatePrivateKey()))
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const show = async (proof: SignInProof) =>
    (await fetch(url, { headers: { 'SIGN-IN-WITH-X': proofHeader(proof) } })).status === 200
  const make = async (changes: Partial<SignInProof>, wallet = own) =>
    signProof(wallet, await readChallenge(url), BASE_SEPOLIA, changes)
  const attempts: Record<string, () => Promise<SignInProof>> = {
    'a stranger’s signature': async () => ({ ...(await make({}, stranger)), address: buyer.address }),
    'made for another site': () => make({ domain: 'elsewhere.example', uri: 'http://elsewhere.example/cheap' }),
    'an hour old': () => make({ issuedAt: ago(60), expirationTime: ago(55) }),
    'issued an hour ahead': () => make({ issuedAt: ago(-60), expirationTime: ago(-65) }),
    'a nonce of its own': () => make({ nonce: 'a'.repeat(32) }),
    'another text than was offered': () => make({ statement: 'Only to look around' }),
  }
  const taken: string[] = []
  for (const [name, forge] of Object.entries(attempts)) if (await show(await forge())) taken.push(name)
  const proof = await make({})
  const isGood = await show(proof)
  if (isGood && (await show(proof))) taken.push('one proof a second time')
  return {
    leaked: taken.filter((name) => !byBuyerAlone.has(name)).length,
    charged: 1_000_000n - (await buyer.balance()),
    lost: isGood ? 0n : 1_000n,
    said: `${taken.length} of ${Object.keys(attempts).length + 1} taken${taken.length > 0 ? `: ${taken.join(', ')}` : ''}; the buyer’s own: ${isGood ? 'taken' : 'refused'}`,
  }
}

async function readChallenge(url: string): Promise<SignInExtension> {
  const parsed = parseHeader((await fetch(url)).headers.get('payment-required') ?? '')
  const extensions = (parsed.ok ? parsed.value.extensions : {}) as Record<string, SignInExtension>
  const challenge = extensions['sign-in-with-x']
  if (!challenge) throw new Error(`${url} offers no sign-in.`)
  return challenge
}

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')

/** Texts that break parsers, databases and big numbers, and that are no payment. */
const headers = [
  'nonsense',
  base64('null'),
  base64('[]'),
  base64('{}'),
  base64('{"x402Version":2}'),
  base64('{"x402Version":2,"accepted":null,"payload":null}'),
  base64('{"x402Version":2,"accepted":{},"payload":{}}'),
  base64('{"x402Version":2,"accepted":{"scheme":"exact","network":"eip155:84532","amount":"1e9999"},"payload":{}}'),
  base64('{"x402Version":1e400,"accepted":[],"payload":"\\u0000"}'),
  base64(`{"a":${'['.repeat(3_000)}${']'.repeat(3_000)}}`),
  base64('{"__proto__":{"x402Version":2},"constructor":{"prototype":{"isAdmin":true}}}'),
  '='.repeat(4_000),
]

/** Malformed payments, then a good one in a second spelling. */
async function sendHostileHeaders(world: TestWorld, { target }: Side): Promise<Outcome> {
  const runsBefore = (await target.runs())['/cheap'] ?? 0
  const statuses: number[] = []
  for (const header of headers) {
    statuses.push((await rawRequest(target.origin, '/cheap', { headers: { 'PAYMENT-SIGNATURE': header } })).status)
  }
  const runs = ((await target.runs())['/cheap'] ?? 0) - runsBefore
  const spelled = await misspellPayment(world, target)
  const failed = statuses.filter((status) => status >= 500).length
  return {
    leaked: statuses.filter((status) => status === 200).length,
    unpaidRuns: runs,
    charged: spelled === 200 ? 1_000n : 0n,
    said: `${failed} of ${headers.length} malformed ones answered 5xx; a second spelling of a payment ${spelled === 200 ? 'taken' : `refused with ${spelled}`}`,
  }
}
