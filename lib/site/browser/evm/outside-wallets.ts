import type { ConnectedWallet, Connecting } from '../browser-wallet'
import { siteSetting } from '../site-setting'
import { drawCode } from './draw-code'
import type { EvmProvider } from './evm-provider'
import { openEvmWallet } from './open-evm-wallet'

type Outside = Connecting & { name: string }

/** A wallet on a phone, by WalletConnect's relay. Its holder scans the code, or opens it as a link. */
export async function openPhoneWallet(outside: Outside & { projectId: string }): Promise<ConnectedWallet> {
  const { projectId, networks, onCode } = outside
  const { EthereumProvider } = await import('@walletconnect/ethereum-provider')
  const [first, ...rest] = networks.map(chainIdOf)
  const phone = await EthereumProvider.init({
    projectId,
    optionalChains: [first ?? 0, ...rest],
    // Reads go through this site, as for any other wallet.
    showQrModal: false,
    metadata: { name: siteName(), description: siteName(), url: window.location.origin, icons: [] },
    telemetryEnabled: false,
  })
  phone.on('display_uri', (link) => onCode(drawCode(link)))
  const isThere = phone.session?.namespaces.eip155?.accounts.some((account) =>
    networks.some((network) => account.startsWith(`${network}:`)),
  )
  if (phone.session && !isThere) await phone.disconnect()
  if (!isThere) await phone.connect()
  const provider = phone as unknown as EvmProvider // It types its events one by one.
  // The phone has just been asked.
  return openEvmWallet({ ...outside, provider, isKnown: true })
}

/** A Base account, in a window of its maker. */
export async function openPasskeyWallet(outside: Outside): Promise<ConnectedWallet> {
  const { createBaseAccountSDK } = await import('@base-org/account')
  const sdk = createBaseAccountSDK({ appName: siteName(), appChainIds: outside.networks.map(chainIdOf) })
  const provider = sdk.getProvider() as unknown as EvmProvider // It types its events one by one.
  return openEvmWallet({ ...outside, provider, isKnown: true })
}

const siteName = () => siteSetting('application-name') ?? window.location.host

const chainIdOf = (network: string): number => Number(network.slice('eip155:'.length))
