import { describe, expect, it } from 'vitest'
import { createConfig, createStorage, http, mock } from 'wagmi'
import { connect, disconnect } from 'wagmi/actions'
import { baseSepolia } from 'wagmi/chains'
import { parseRememberedWallet } from './remembered-wallet'

const address = '0x9c85258d9A00C01d00deD98065Ea3840df06B9c3'

describe('the wallet of an earlier visit', () => {
  it('is read from what wagmi keeps, until it is disconnected', async () => {
    const kept = new Map<string, string>()
    const storage = createStorage({
      storage: {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, value: string) => void kept.set(name, value),
        removeItem: (name: string) => void kept.delete(name),
      },
    })
    const connectors = [mock({ accounts: [address] })]
    const config = createConfig({
      chains: [baseSepolia],
      connectors,
      storage,
      transports: { [baseSepolia.id]: http() },
    })
    const [connector] = config.connectors
    if (!connector) throw new Error('Expected a connector.')
    await connect(config, { connector })
    const remembered = () => parseRememberedWallet('evm', kept.get('wagmi.store') ?? null)
    expect(remembered()).toEqual({ family: 'evm', id: 'mock', name: 'Mock Connector', address })
    await disconnect(config)
    expect(remembered()).toBeNull()
  })

  it('is named by the Solana adapter', () => {
    const remembered = { family: 'svm', id: 'Phantom', name: 'Phantom', address: null }
    expect(parseRememberedWallet('svm', '"Phantom"')).toEqual(remembered)
  })

  const current = (value: unknown) => JSON.stringify({ state: { current: 'a', connections: { value } } })
  const connector = { id: 'a', name: 'A' }
  it.each([
    ...[null, '', '{', 'null', '[]', '{"state":null}', '{"state":{"connections":{"value":[null]}}}'],
    ...[current(null), current([['a']]), current([['a', { connector, accounts: [] }]])],
    current([['a', { connector, accounts: ['<b>'] }]]),
    current([['a', { connector: { id: 1, name: 'A' }, accounts: [address] }]]),
  ])('is nobody where %j is kept', (text) => expect(parseRememberedWallet('evm', text)).toBeNull())
})
