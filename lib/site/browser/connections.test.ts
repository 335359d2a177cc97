import { beforeEach, describe, expect, it, vi } from 'vitest'

const address = '0x9c85258d9A00C01d00deD98065Ea3840df06B9c3'
const networks = ['eip155:84532']
const order = { family: 'evm', name: 'Fake', networks, isKnown: false } as const

type Answers = Record<string, (params: unknown) => unknown>

/** A wallet extension in the page, by EIP-6963 and EIP-1193. */
function install(answers: Answers = {}) {
  const calls: string[] = []
  const listeners = new Map<string, (value: unknown) => void>()
  const all: Answers = {
    wallet_requestPermissions: () => [],
    eth_accounts: () => [address],
    eth_chainId: () => '0x2105',
    wallet_switchEthereumChain: () => null,
    ...answers,
  }
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      calls.push(method)
      const answer = all[method]
      if (!answer) throw Object.assign(new Error('Not supported.'), { code: 4200 })
      return answer(params)
    },
    on: (event: string, listener: (value: unknown) => void) => listeners.set(event, listener),
  }
  const detail = { info: { name: 'Fake', icon: 'https://elsewhere.example/tracker.png' }, provider }
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  return { calls, tell: (event: string, value: unknown) => listeners.get(event)?.(value) }
}

async function load() {
  const [connections, offered] = await Promise.all([import('./connections'), import('./offered-wallets')])
  const seen: string[] = []
  connections.watchWallets(() => seen.push(connections.walletOf('evm').status))
  return { ...connections, ...offered, seen }
}

const kept = new Map<string, string>()

beforeEach(() => {
  vi.resetModules()
  kept.clear()
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  const location = { origin: 'http://localhost', host: 'localhost' }
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage, location }))
  vi.stubGlobal('document', { querySelector: () => null })
})

describe('a wallet of this browser', () => {
  it('is heard of at once, never goes back while it connects, and is remembered', async () => {
    install()
    const { connectWallet, walletOf, seen } = await load()
    const connecting = connectWallet(order)
    expect(walletOf('evm').status).toBe('connecting')
    expect(await connecting).toMatchObject({ address, name: 'Fake' })
    expect(seen).toEqual(['connecting', 'connected'])
    expect([...kept.values()]).toEqual([JSON.stringify({ name: 'Fake', address })])
  })

  it('lets its holder choose the account, unless it is known', async () => {
    const { calls } = install()
    const { connectWallet } = await load()
    await connectWallet(order)
    await connectWallet({ ...order, isKnown: true })
    expect(calls).toEqual(['wallet_requestPermissions', 'eth_accounts', 'eth_chainId', 'eth_accounts', 'eth_chainId'])
  })

  it.each([
    ['has no permissions', { wallet_requestPermissions: undefined }],
    ['is locked', { eth_accounts: () => [] }],
  ])('is asked for its account where it %s', async (_, answers) => {
    const { calls } = install({ ...(answers as Answers), eth_requestAccounts: () => [address.toLowerCase()] })
    const { connectWallet } = await load()
    expect(await connectWallet(order)).toMatchObject({ address })
    expect(calls).toContain('eth_requestAccounts')
  })

  it('is not connected when its holder declines, or shows no account', async () => {
    const declined = Object.assign(new Error('No.'), { code: 4001 })
    install({ wallet_requestPermissions: () => Promise.reject(declined) })
    const { connectWallet, walletOf } = await load()
    await expect(connectWallet(order)).rejects.toMatchObject({ fault: 'DECLINED', cause: declined })
    expect(walletOf('evm').status).toBe('disconnected')
    expect(kept.size).toBe(0)
  })

  it('is dropped when it was given up before it came', async () => {
    let answer = (_: unknown) => {}
    install({
      eth_accounts: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const { connectWallet, giveUp, walletOf } = await load()
    const connecting = connectWallet({ ...order, isKnown: true })
    await vi.waitFor(() => expect(String(answer)).not.toContain('_'))
    giveUp('evm')
    answer([address])
    expect(await connecting).toBeNull()
    expect(walletOf('evm').status).toBe('disconnected')
  })

  it('is forgotten when the browser has it no more', async () => {
    vi.useFakeTimers()
    try {
      const { connectWallet } = await load()
      kept.set('turnpike-wallet evm', JSON.stringify({ name: 'Fake', address }))
      const ended = expect(connectWallet({ ...order, isKnown: true })).rejects.toMatchObject({ code: 'WALLET_GONE' })
      await vi.runAllTimersAsync()
      await ended
      expect(kept.size).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is told of a chain that it does not know, and is on it afterwards', async () => {
    let knows = false
    const { calls } = install({
      wallet_switchEthereumChain: () => {
        if (!knows) throw Object.assign(new Error('Unknown chain.'), { code: 4902 })
        return null
      },
      wallet_addEthereumChain: () => {
        knows = true
        return null
      },
    })
    const { connectWallet, walletOf } = await load()
    const wallet = await connectWallet(order)
    expect(wallet?.isOn('eip155:84532')).toBe(false)
    await wallet?.switchTo('eip155:84532')
    expect(calls.slice(-3)).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
    expect(walletOf('evm')).toMatchObject({ status: 'connected' })
    const now = walletOf('evm')
    expect(now.status === 'connected' && now.isOn('eip155:84532')).toBe(true)
  })

  it('is followed to another account and chain, and forgotten when it lets go of the page', async () => {
    const { tell } = install()
    const { connectWallet, walletOf } = await load()
    await connectWallet(order)
    const other = '0x52908400098527886E0F7030069857D2E4169EE7'
    tell('accountsChanged', [other.toLowerCase()])
    tell('chainChanged', '0x14a34')
    const now = walletOf('evm')
    expect(now).toMatchObject({ status: 'connected', address: other })
    expect(now.status === 'connected' && now.isOn('eip155:84532')).toBe(true)
    tell('disconnect', { code: 1013 })
    expect(walletOf('evm').status).toBe('connected')
    tell('accountsChanged', [])
    expect(walletOf('evm').status).toBe('disconnected')
    expect(kept.size).toBe(0)
  })
})

describe('the wallets that are offered', () => {
  it('show no picture from elsewhere, keep the first of a name, and leave out what is none', async () => {
    install()
    install()
    window.addEventListener('eip6963:requestProvider', () => {
      for (const detail of [null, {}, { info: { name: 'Odd' } }, { info: { name: 7 }, provider: { request() {} } }]) {
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      }
    })
    const { offeredWallets } = await load()
    expect(offeredWallets()).toEqual([])
    const { watchOffered } = await import('./offered-wallets')
    watchOffered(() => {})
    expect(offeredWallets().map(({ family, name, icon }) => [family, name, icon])).toEqual([['evm', 'Fake', null]])
  })

  it('include one that only injects itself, by a name of ours', async () => {
    Object.assign(window, { ethereum: { request: async () => null } })
    const { offeredWallets, watchOffered, UNNAMED_WALLET } = await load()
    watchOffered(() => {})
    expect(offeredWallets().map(({ name }) => name)).toEqual([UNNAMED_WALLET])
  })
})
