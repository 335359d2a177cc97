import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { deploy, openBurningWallet, payUnsigned } from '@/development/testing/hostile-payers'
import { readUsdc } from '@/development/testing/test-buyer'
import type { TestWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { askFacilitator } from './ask-facilitator'
import type { Outcome, Side } from './attack'
import { readTerms } from './read-terms'

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
