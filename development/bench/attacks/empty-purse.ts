import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createEvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import type { TestWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { askFacilitator } from './ask-facilitator'
import type { Outcome, Side } from './attack'
import { readTerms } from './read-terms'

const TRIES = 10

/** Payments of a millionth of a dollar from an attacker to itself: free, while the facilitator pays gas. */
export async function emptyPurse(world: TestWorld, side: Side): Promise<Outcome> {
  const [wallet, other] = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key))
  if (!wallet || !other) throw new Error('Expected two wallets.')
  await world.faucet({ network: BASE_SEPOLIA, address: wallet.address, amountAtomic: BigInt(TRIES) })
  const terms = await readTerms(side)
  const payTo = async (receiver: string) => {
    const accepted = { ...terms, amount: '1', payTo: receiver }
    const { payload } = await new ExactEvmScheme(wallet).createPaymentPayload(2, accepted)
    const { success } = await askFacilitator(side, 'settle', { x402Version: 2, accepted, payload })
    return success === true ? 1 : 0
  }
  const settled = { toItself: 0, toItsOther: 0 }
  for (let tries = 0; tries < TRIES; tries += 1) settled.toItself += await payTo(wallet.address)
  for (let tries = 0; tries < TRIES; tries += 1) settled.toItsOther += await payTo(other.address)
  const kept = (await readUsdc(world, wallet.address)) + (await readUsdc(world, other.address))
  const buyer = await createEvmBuyer(world, BigInt(terms.amount))
  const url = `${side.target.origin}/cheap`
  const { status } = await fetch(url, { headers: (await buyer.sign(url)).headers })
  const words = `settled ${settled.toItself} of ${TRIES} payments to itself and ${settled.toItsOther} of ${TRIES} to its other wallet`
  return {
    leaked: settled.toItself + settled.toItsOther,
    unpaidRuns: 0,
    charged: BigInt(terms.amount),
    lost: status === 200 ? 0n : BigInt(terms.amount),
    said: `${words}; the attacker still has ${kept} of ${TRIES} units; an honest buyer is answered ${status}`,
  }
}
