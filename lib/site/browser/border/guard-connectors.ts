import type { Config, Connector } from 'wagmi'
import { watchConnectors } from 'wagmi/actions'
import { orderlyProvider } from './orderly-provider'

/** Puts the wallets of all connectors behind an orderly provider, also those that announce themselves later. */
export function guardConnectors(config: Config): void {
  config.connectors.forEach(guard)
  watchConnectors(config, { onChange: (connectors) => connectors.forEach(guard) })
}

const guarded = new WeakSet<Connector>()

function guard(connector: Connector): void {
  if (guarded.has(connector)) return
  guarded.add(connector)
  const { getProvider } = connector
  connector.getProvider = async (chain) => {
    const provider: unknown = await getProvider.call(connector, chain)
    return isProvider(provider) ? orderlyProvider(provider) : provider
  }
}

const isProvider = (value: unknown): value is { request: (call: { method: string }) => Promise<unknown> } =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'request') === 'function'
