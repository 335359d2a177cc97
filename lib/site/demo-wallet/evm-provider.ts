import { askFaucet, isConnected, setConnected } from './kept-keys'

type Handler = (value: unknown) => void
type Call = { method: string; params?: unknown[] }
type Answer = (params: unknown[]) => unknown

/** An EIP-1193 provider with a key of this browser, on only one network. */
export function createEvmProvider(network: string) {
  const chainId = `0x${Number(network.slice('eip155:'.length)).toString(16)}`
  const handlers = new Map<string, Set<Handler>>()
  // The cryptography is loaded when the wallet is first used.
  const account = async () => (await import('./evm-account')).evmAccount(network, localStorage)
  const tell = (event: string, value: unknown) => {
    for (const handler of handlers.get(event) ?? []) handler(value)
  }

  const connect = async () => {
    const { address } = await account()
    if (!isConnected('evm', localStorage)) await askFaucet(network, address)
    setConnected('evm', true, localStorage)
    return [address]
  }
  const disconnect = () => {
    setConnected('evm', false, localStorage)
    tell('accountsChanged', [])
    return null
  }
  const switchTo = (target: unknown) => {
    if (target !== chainId) throw rpcError(4902, 'The demo wallet knows only the network of this demo.')
    return null
  }
  const answers: Record<string, Answer> = {
    eth_chainId: () => chainId,
    net_version: () => String(Number(chainId)),
    eth_accounts: async () => (isConnected('evm', localStorage) ? [(await account()).address] : []),
    eth_requestAccounts: connect,
    wallet_requestPermissions: async () => {
      await connect()
      return [{ parentCapability: 'eth_accounts' }]
    },
    wallet_revokePermissions: disconnect,
    wallet_switchEthereumChain: ([target]) => switchTo((target as { chainId?: unknown } | undefined)?.chainId),
    personal_sign: async ([message]) => (await account()).signMessage(message),
    eth_signTypedData_v4: async ([, text]) => (await account()).signTypedData(text),
    eth_sendTransaction: async ([call]) => (await account()).sendTransaction(call),
  }

  const provider = {
    async request({ method, params = [] }: Call): Promise<unknown> {
      const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
      if (!answer) throw rpcError(4200, `The demo wallet does not know ${method}.`)
      return answer(params)
    },
    on(event: string, handler: Handler) {
      handlers.set(event, (handlers.get(event) ?? new Set()).add(handler))
      return provider
    },
    removeListener(event: string, handler: Handler) {
      handlers.get(event)?.delete(handler)
      return provider
    },
  }
  return provider
}

const rpcError = (code: number, message: string) => Object.assign(new Error(message), { code })
