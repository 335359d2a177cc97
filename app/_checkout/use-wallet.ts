import { skipToken, useMutation, useMutationState, useQuery } from '@tanstack/react-query'
import { use, useMemo, useSyncExternalStore } from 'react'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import {
  type BrowserFamily,
  type BrowserWallet,
  browserFamilyOf,
  type ConnectedWallet,
} from '@/lib/site/browser/browser-wallet'
import { type ConnectOrder, connectWallet } from '@/lib/site/browser/connect-wallet'
import { ELSEWHERE, type OfferedWallet, offeredWallets, watchOffered } from '@/lib/site/browser/offered-wallets'
import { queryKeys } from '@/lib/site/browser/query-keys'
import {
  isOfFamily,
  isSameWallet,
  parseRememberedWallet,
  type RememberedWallet,
  rememberedText,
} from '@/lib/site/browser/remembered-wallet'
import { demoWalletId } from '@/lib/site/browser/site-setting'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { Reader } from '../_components/queries'

/** The page's wallet of a family; everything on the page shares it. A press shows at once, before any code is there. */
export function useWallet(family: BrowserFamily): BrowserWallet {
  const { data } = useQuery<ConnectedWallet | null>({ queryKey: queryKeys.wallet(family), queryFn: skipToken })
  const asked = useMutationState({
    filters: { mutationKey: queryKeys.connecting, status: 'pending' },
    select: ({ state }) => (state.variables as ConnectOrder).family, // Only the mutation below has that key.
  })
  if (asked.includes(family)) return { status: 'connecting' }
  return data ?? { status: 'disconnected' }
}

/** Connects a wallet. It stands outside of the code that is loaded for it, so that a press never goes back. */
export const useConnectWallet = () =>
  useMutation({
    mutationKey: queryKeys.connecting,
    mutationFn: (order: ConnectOrder, { client }) => connectWallet(order, client),
  })

const noneYet: readonly OfferedWallet[] = []

/** The wallets of this browser for any of the networks: the last one first, then those of the first network's family. */
export function useOfferedWallets(networks: string[]): OfferedWallet[] {
  const all = useSyncExternalStore(watchOffered, offeredWallets, () => noneYet)
  const last = { evm: useRememberedWallet('evm'), svm: useRememberedWallet('svm') }
  const families = [...new Set(networks.map(browserFamilyOf))]
  const rank = (wallet: OfferedWallet) => {
    if (wallet === ELSEWHERE) return families.length
    return last[wallet.family]?.id === wallet.id ? -1 : families.indexOf(wallet.family)
  }
  const isOffered = ({ family, id }: OfferedWallet) =>
    // The demo's wallet is one, of every family: the network says as which it pays.
    families.includes(family) && (id !== demoWalletId(family) || family === families[0])
  return all.filter(isOffered).sort((a, b) => rank(a) - rank(b))
}

const unchanging = () => () => {}

/** The wallet of an earlier visit. */
export function useRememberedWallet(family: BrowserFamily): RememberedWallet | null {
  const before = use(Reader).remembered[family] ?? null
  const text = useSyncExternalStore(
    unchanging,
    () => rememberedText(family),
    () => before,
  )
  return useMemo(() => parseRememberedWallet(family, text), [family, text])
}

/**
 * The reader's own wallet before it is connected: that of the session, else of an earlier visit. Its `id` is empty where
 * this browser does not know which wallet has that address.
 */
export function useOwnWallet(family: BrowserFamily): RememberedWallet | null {
  const remembered = useRememberedWallet(family)
  const signedIn = use(Reader).wallets.filter((address) => isOfFamily(family, address))
  const [first] = signedIn
  if (!first || (remembered && signedIn.some((each) => isSameWallet(each, remembered.address)))) return remembered
  return { family, id: '', name: '', address: first }
}

/** The family of the reader's own wallet, else that of the first network. */
export function useOwnFamily(networks: string[]): BrowserFamily | null {
  const own = { evm: useOwnWallet('evm'), svm: useOwnWallet('svm') }
  const families = networks.flatMap((network) => browserFamilyOf(network) ?? [])
  return families.find((family) => own[family]) ?? families[0] ?? null
}

/** Amounts of an option's coin, in the digits of the page's language: "0.05 USDC". */
export function useAmounts(option: Pick<PaymentOption, 'coin' | 'asset'>): (atomic: bigint | string) => string {
  const inDigits = useLocalDigits()
  return (atomic) => inDigits(amountInWords(BigInt(atomic), option))
}
