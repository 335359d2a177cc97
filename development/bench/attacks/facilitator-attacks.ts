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
  const terms = await readTerms(side)
  const wallets = [await openBurningWallet(chain, 4_000_000n), await openBurningWallet(chain, 24_000_000n)]
  const token = await deploy(chain, 'RichToken')
  const earnedBefore = await readUsdc(world, side.target.payTo)
  const settled = { burning: 0, worthless: 0 }
  const settle = async (kind: keyof typeof settled, payment: PaymentPayload) => {
    if ((await askFacilitator(side, 'settle', payment)).success === true) settled[kind] += 1
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    for (const wallet of wallets) await settle('burning', await payUnsigned(wallet, terms))
    await settle('worthless', await payIn(token, terms))
  }
  return {
    leaked: settled.worthless,
    unpaidRuns: 0,
    charged: (await readUsdc(world, side.target.payTo)) - earnedBefore,
    lost: 0n,
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
    Array.from({ length: COPIES }, () =>
      Promise.race([askFacilitator(side, 'settle', payload).catch(() => null), late]),
    ),
  )
  const yeses = answers.filter((answer) => answer?.success === true).length
  const silent = answers.filter((answer) => answer === null).length
  const charged = 1_000_000n - (await buyer.balance())
  return {
    leaked: Math.max(0, yeses - Number(charged / 1_000n)),
    unpaidRuns: 0,
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
  const elsewhere = await askFacilitator(side, 'settle', signed.payload)
  const runsBefore = (await side.target.runs())['/cheap'] ?? 0
  const { status } = await fetch(`${origin}/cheap`, { headers: signed.headers })
  const runs = ((await side.target.runs())['/cheap'] ?? 0) - runsBefore
  return {
    leaked: status === 200 ? 1 : 0,
    unpaidRuns: runs,
    charged: 1_000_000n - (await buyer.balance()),
    lost: 0n,
    said: `settled for the other server: ${elsewhere.success === true ? 'yes' : elsewhere.why}; answered ${status} here`,
  }
}

type FacilitatorAnswer = { status: number; success?: boolean; isValid?: boolean; why?: string }

/** A facilitator's answer over HTTP; one that is not JSON counts as a refusal. */
async function askFacilitator(
  { facilitator }: Side,
  verb: 'verify' | 'settle',
  payload: PaymentPayload,
): Promise<FacilitatorAnswer> {
  const response = await fetch(`${facilitator}/facilitator/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ x402Version: 2, paymentPayload: payload, paymentRequirements: payload.accepted }),
  })
  const text = await response.text()
  const { success, isValid, errorReason, invalidReason } = parse(text)
  return { status: response.status, success, isValid, why: errorReason ?? invalidReason }
}

type Words = { success?: boolean; isValid?: boolean; errorReason?: string; invalidReason?: string }

function parse(text: string): Words {
  try {
    return JSON.parse(text) as Words // Read for a few words only.
  } catch {
    return {}
  }
}

/** The terms of the cheap route, from its 402. */
async function readTerms({ target }: Side): Promise<PaymentRequirements> {
  const response = await fetch(`${target.origin}/cheap`)
  const header = response.headers.get('payment-required') ?? ''
  const [option] = (JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as { accepts: PaymentRequirements[] })
    .accepts
  if (!option) throw new Error('Expected an option.')
  return option
}
