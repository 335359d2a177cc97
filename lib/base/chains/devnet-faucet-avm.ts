import { isValidAddress } from '@algorandfoundation/algokit-utils/common'
import { type FaucetOrder, faucetUnavailable, invalidAddress } from './devnet-faucet-error'

const GAS_GIVEN_MICRO_ALGOS = 10_000_000n
/** Keeps the account and its opt-in alive (0.1 ALGO each), with nothing left to pay fees from. */
const MINIMUM_MICRO_ALGOS = 200_000n

/** Gives ALGO and USDC, with the opt-in, in the Algorand emulator; there is no transaction to name. */
export async function fundAvmWallet({ rpcUrl, address, amountAtomic, includesGas }: FaucetOrder): Promise<null> {
  if (!isValidAddress(address)) throw invalidAddress('Algorand')
  const microAlgos = includesGas ? GAS_GIVEN_MICRO_ALGOS : MINIMUM_MICRO_ALGOS
  try {
    const response = await fetch(new URL('/devnet/fund', rpcUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address, microAlgos: String(microAlgos), usdcAtomic: String(amountAtomic) }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`The emulator answered ${response.status}: ${await response.text()}`)
    return null
  } catch (cause) {
    throw faucetUnavailable(cause)
  }
}
