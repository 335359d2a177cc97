import { type Address, getAddress } from 'viem'
import { findWalletError, WalletError } from '../border/wallet-error'
import type { EvmProvider } from './evm-provider'

/**
 * The account that the wallet shows this page. A known wallet answers without a question while it is unlocked; any other
 * lets its holder choose, also where an earlier choice stands. Takes an orderly provider. Fails with a `WalletError`.
 */
export async function askAccount(provider: EvmProvider, { isKnown }: { isKnown: boolean }): Promise<Address> {
  const accounts = async (method: string) => (await provider.request({ method })) as Address[] // The border has read them.
  const isAsked = !isKnown && (await isPermissionGiven(provider))
  const [shown] = isKnown || isAsked ? await accounts('eth_accounts') : []
  const account = shown ?? (await accounts('eth_requestAccounts'))[0]
  if (!account) throw new WalletError('NO_ACCOUNT', '', null)
  return getAddress(account)
}

/** https://eips.ethereum.org/EIPS/eip-2255, which not every wallet has. */
async function isPermissionGiven(provider: EvmProvider): Promise<boolean> {
  try {
    await provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    return true
  } catch (error) {
    const fault = findWalletError(error)?.fault
    if (fault === 'DECLINED' || fault === 'REQUEST_OPEN') throw error
    return false
  }
}
