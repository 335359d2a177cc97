import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { deploy, openBurningWallet, payUnsigned } from '@/development/testing/hostile-payers'
import { createEvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import type { TestWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Outcome, Side } from './attack'

const TRIES = 3

/** Payments that cost the facilitator gas and bring nothing: wallets whose code burns gas, a token in which all are rich. */
export async function burnGas(world: TestWorld, side: Side): Promise<Outcome> {
  const attacker = privateKeyToAccount(generatePrivateKey())
  await world.faucet({ network: BASE_SEPOLIA, address: attacker.address, amountAtomic: 0n })
  const chain = {
    rpcUrl: world.evmRpcUrl,
    attacker,
    faucet: (request: { address: string; amountAtomic?: bigint }) =>
      world.faucet({ network: BASE_SEPOLIA, ...request }),
  }
  const { paymentRequired } = await (await createEvmBuyer(world, 1_000n)).sign(`${side.target.origin}/cheap`)
  const [terms] = paymentRequired.accepts
  if (!terms) throw new Error('Expected an option.')
  const wallets = [await openBurningWallet(chain, 4_000_000n), await openBurningWallet(chain, 24_000_000n)]
  const token = await deploy(chain, 'RichToken')
  const earnedBefore = await readUsdc(world, side.target.payTo)
  const settled = { burning: 0, worthless: 0 }
  const count = async (kind: keyof typeof settled, payment: PaymentPayload) => {
    if ((await settle(side, payment)).success === true) settled[kind] += 1
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    for (const wallet of wallets) await count('burning', await payUnsigned(wallet, terms))
    await count('worthless', await payIn(token, terms))
  }
  return {
    leaked: settled.worthless,
    charged: (await readUsdc(world, side.target.payTo)) - earnedBefore,
    said: `settled: ${settled.burning} of ${wallets.length * TRIES} that burn gas, ${settled.worthless} of ${TRIES} in a worthless token`,
  }
}

async function payIn(asset: string, terms: PaymentRequirements): Promise<PaymentPayload> {
  const accepted = { ...terms, asset }
  const payer = privateKeyToAccount(generatePrivateKey())
  const { payload } = await new ExactEvmScheme(payer).createPaymentPayload(2, accepted)
  return { x402Version: 2, accepted, payload }
}

const COPIES = 10
const PATIENCE_MS = 15_000

/** One payment, settled ten times at once: each approval would open content at a server that trusts its facilitator. */
export async function settleAtOnce(world: TestWorld, side: Side): Promise<Outcome> {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const { payload } = await buyer.sign(`${side.target.origin}/cheap`)
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  const answers = await Promise.all(
    Array.from({ length: COPIES }, () => Promise.race([settle(side, payload).catch(() => null), late])),
  )
  const yeses = answers.filter((answer) => answer?.success === true).length
  const silent = answers.filter((answer) => answer === null).length
  const charged = 1_000_000n - (await buyer.balance())
  return {
    leaked: Math.max(0, yeses - Number(charged / 1_000n)),
    charged,
    lost: yeses === 0 ? charged : 0n,
    said: `${yeses} of ${COPIES} answers say settled${silent > 0 ? `, ${silent} without an answer after ${PATIENCE_MS / 1_000} s` : ''}`,
  }
}

/** A payment is shown here that another server has settled at this facilitator, for its own content. */
export async function settleElsewhere(world: TestWorld, side: Side): Promise<Outcome> {
  const { origin } = side.target
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const signed = await buyer.sign(`${origin}/cheap`)
  const elsewhere = await settle(side, signed.payload)
  const runsBefore = (await side.target.runs())['/cheap'] ?? 0
  const { status } = await fetch(`${origin}/cheap`, { headers: signed.headers })
  const runs = ((await side.target.runs())['/cheap'] ?? 0) - runsBefore
  return {
    leaked: status === 200 ? 1 : 0,
    unpaidRuns: runs,
    charged: 1_000_000n - (await buyer.balance()),
    said: `settled for the other server: ${elsewhere.success === true ? 'yes' : (elsewhere.errorReason ?? elsewhere.invalidReason)}; answered ${status} here`,
  }
}

type FacilitatorAnswer = { success?: boolean; errorReason?: string; invalidReason?: string }

/** A facilitator's answer over HTTP; one that is not JSON counts as a refusal. */
async function settle({ facilitator }: Side, payload: PaymentPayload): Promise<FacilitatorAnswer> {
  const response = await fetch(`${facilitator}/facilitator/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ x402Version: 2, paymentPayload: payload, paymentRequirements: payload.accepted }),
  })
  const text = await response.text()
  return text.startsWith('{') ? (JSON.parse(text) as FacilitatorAnswer) : {} // Read for a few words only.
}
