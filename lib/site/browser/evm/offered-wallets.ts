import { connectorsForWallets, getWalletConnectConnector, type Wallet, type WalletList } from '@rainbow-me/rainbowkit'
import {
  baseAccount,
  injectedWallet,
  metaMaskWallet,
  rainbowWallet,
  trustWallet,
  walletConnectWallet,
} from '@rainbow-me/rainbowkit/wallets'
import { siteSetting } from '../site-setting'

export type GroupNames = { here: string; onPhone: string; withPasskey: string }

/**
 * The wallets of the dialog besides those that announce themselves: an injected one, where there is one; and with a
 * project id, phones through WalletConnect's relay, and a wallet that a passkey opens.
 */
export function offeredWallets(names: GroupNames) {
  const projectId = siteSetting('walletconnect-project-id')
  const groups: WalletList = [
    ...('ethereum' in window ? [{ groupName: names.here, wallets: [injectedWallet] }] : []),
    ...(projectId
      ? [
          { groupName: names.onPhone, wallets: [metaMaskOnPhone, rainbowWallet, trustWallet, anyOnPhone] },
          { groupName: names.withPasskey, wallets: [baseAccount] },
        ]
      : []),
  ]
  const appName = siteSetting('application-name') ?? location.host
  // Only WalletConnect reads the id, and is offered only with one.
  return groups.length > 0 ? connectorsForWallets(groups, { appName, projectId: projectId ?? 'none' }) : []
}

/**
 * Any other wallet, through our own dialog. With RainbowKit's own id for it, WalletConnect's dialog would be loaded
 * too, which contacts further servers and needs their pictures.
 */
const anyOnPhone = (options: Parameters<typeof walletConnectWallet>[0]): Wallet => ({
  ...walletConnectWallet(options),
  id: 'any-on-phone',
  createConnector: getWalletConnectConnector(options),
})

/** MetaMask by WalletConnect on phones too, without MetaMask's own SDK, which RainbowKit would use. */
const metaMaskOnPhone = (options: Parameters<typeof metaMaskWallet>[0]): Wallet => ({
  ...metaMaskWallet(options),
  mobile: { getUri: (uri) => `metamask://wc?uri=${encodeURIComponent(uri)}` },
  createConnector: getWalletConnectConnector(options),
})
