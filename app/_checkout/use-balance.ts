import { useCallback, useEffect, useState } from 'react'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { BrowserWallet } from '@/lib/site/browser/browser-wallet'

/**
 * The connected wallet's balance of the asset; null while unknown, which never keeps anyone from paying. Read again on
 * each `occasion`: after a failure it tells whether money moved.
 */
export function useBalance(wallet: BrowserWallet, { network, asset }: PaymentOption, occasion: string) {
  const [known, setKnown] = useState<{ key: string; atomic: bigint } | null>(null)
  const [reading, setReading] = useState(0)
  const address = wallet.status === 'connected' ? wallet.address : null
  const read = wallet.status === 'connected' ? wallet.readBalance : null
  const key = `${address} ${network} ${asset}`

  useEffect(() => {
    if (!read) return
    let isWanted = true
    read(network, asset).then(
      (atomic) => isWanted && setKnown({ key, atomic }),
      () => isWanted && setKnown(null),
    )
    return () => {
      isWanted = false
    }
    // A wallet object is made per render; the key names everything that the answer depends on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, reading, occasion])

  const refresh = useCallback(() => setReading((count) => count + 1), [])
  return { balanceAtomic: known?.key === key ? known.atomic : null, refresh }
}
