import type { Config, Connector } from 'wagmi'
import { watchConnectors } from 'wagmi/actions'
import { orderlyProvider } from './orderly-provider'
import { type WalletError, walletErrorOf } from './wallet-error'

/**
 * Puts the wallets of all connectors behind an orderly provider, also those that announce themselves later.
 * `onRefusal` is told why a wallet that a person asked to connect does not; null while it is asked.
 */
export function guardConnectors(config: Config, onRefusal: (refusal: WalletError | null) => void = () => {}): void {
  const guardAll = (connectors: readonly Connector[]) => {
    for (const connector of connectors) guard(connector, onRefusal)
  }
  guardAll(config.connectors)
  watchConnectors(config, { onChange: guardAll })
}

const guarded = new WeakSet<Connector>()

function guard(connector: Connector, onRefusal: (refusal: WalletError | null) => void): void {
  if (guarded.has(connector)) return
  guarded.add(connector)
  const { getProvider, connect } = connector
  connector.getProvider = async (chain) => {
    const provider: unknown = await getProvider.call(connector, chain)
    return isProvider(provider) ? orderlyProvider(provider) : provider
  }
  // Each connector has its own overloads of one function.
  connector.connect = (async (options: Parameters<typeof connect>[0]) => {
    if (!options?.isReconnecting) onRefusal(null)
    try {
      return await connect.call(connector, options)
    } catch (thrown) {
      const error = walletErrorOf(thrown)
      if (!options?.isReconnecting) onRefusal(error)
      throw error
    }
  }) as typeof connect
}

const isProvider = (value: unknown): value is { request: (call: { method: string }) => Promise<unknown> } =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'request') === 'function'
