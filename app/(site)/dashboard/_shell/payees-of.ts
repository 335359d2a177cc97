import { familyOf } from '@/lib/base/x402/networks'

type Wallet = { scope: string; address: string }

/** Whom the money of each network goes to: the first wallet that is proven there. */
export function payeesOf(wallets: Wallet[], networks: { id: string; name: string }[]) {
  // A contract wallet counts only on the network where it was proven.
  const ownerOf = (network: string) => wallets.find(({ scope }) => scope === network || scope === familyOf(network))
  return wallets.flatMap((wallet) => {
    const own = networks.filter(({ id }) => ownerOf(id) === wallet)
    return own.length === 0 ? [] : [{ address: wallet.address, networks: own }]
  })
}
