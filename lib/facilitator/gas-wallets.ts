import { refuse, type SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import { keepBriefly } from '@/lib/base/infra/coalesce'
import { reasons } from '@/lib/base/x402/reasons'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'

export type GasRotation = ReturnType<typeof createGasWallets>

export function createGasWallets(
  { log }: Pick<FacilitatorDeps, 'log'>,
  { healthMaxAgeMs }: Pick<FacilitatorLimits, 'healthMaxAgeMs'>,
  {
    network,
    wallets,
    readWallet,
    signerFault,
  }: Pick<SettlementChain, 'network' | 'wallets' | 'readWallet' | 'signerFault'>,
) {
  const dry = new Set<string>()
  const silent = new Set<string>()
  let isTold = false
  const isOut = (wallet: string) => dry.has(wallet) || signerFault(wallet) !== null
  const areAllOut = () => wallets.length > 0 && wallets.every(isOut)
  const tell = () => {
    for (const wallet of wallets) tellOfSigner(wallet)
    if (areAllOut() && !isTold) log.error({ network, wallets }, 'gas: no wallet can pay, so payments here are refused')
    if (!areAllOut() && isTold) log.info({ network }, 'gas: a wallet can pay again, and payments here are taken')
    isTold = areAllOut()
  }
  const tellOfSigner = (wallet: string) => {
    const fault = signerFault(wallet)
    if ((fault !== null) === silent.has(wallet)) return
    silent[fault === null ? 'delete' : 'add'](wallet)
    if (fault === null) log.info({ network, wallet }, 'signer: it signs again')
    else log.error({ network, wallet, fault }, 'signer: it does not sign, so its wallet is not used')
  }
  const look = keepBriefly(async () => {
    const states = await Promise.all(wallets.map((wallet) => readWallet(wallet)))
    for (const { address, isDry } of states) dry[isDry ? 'add' : 'delete'](address)
    tell()
    return states
  }, healthMaxAgeMs)
  return {
    /** Asks the network. A low wallet leaves the rotation, and returns to it when it is filled. */
    look,
    /** True while it is too empty to pay, or its key does not sign. */
    isOut,
    /** Takes a wallet out of the rotation that cannot pay for what it is to send; the refusal of that. */
    runDry: (wallet: string) => {
      dry.add(wallet)
      tell()
      return empty
    },
    /** Null while some wallet can pay, or the one that is named, as far as known. While none can, the network is asked again. */
    refusal: async (named?: string | null) => {
      const able = wallets.filter((wallet) => !named || wallet === named)
      const areOut = () => able.length > 0 && able.every(isOut)
      tell()
      if (!areOut()) return null
      // A network that does not answer now is found out by what is asked next.
      await look().catch(() => null)
      tell()
      if (!areOut()) return null
      return able.some((wallet) => !dry.has(wallet)) ? unsigned : empty
    },
  }
}

export const empty = refuse(
  reasons.gasWalletsEmpty,
  'No wallet of this facilitator can pay for gas on this network. Nothing was paid; come back later.',
)

/** The holder of the key is ours to know: callers learn that nothing is signed. */
export const unsigned = refuse(
  reasons.signerUnreachable,
  'This facilitator cannot sign on this network just now. Nothing was paid; come back later.',
)
