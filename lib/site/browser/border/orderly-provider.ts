import { readAccounts, readChainId, readSigning, standardSignature } from './evm-answers'
import { WalletError, walletErrorOf } from './wallet-error'

type Call = { method: string; params?: unknown }
type Handler = (value: unknown) => void
/** A wallet of somebody else: whatever it answers is read before use. */
type ForeignProvider = { request: (call: Call) => Promise<unknown> }

/**
 * A wallet that answers by EIP-1193 to the letter, in front of one that may not: accounts and signatures in their
 * standard form, each error a `WalletError`. A wallet without an account fails with `NO_ACCOUNT` where it is asked to
 * connect. Everything else is passed on.
 */
export function orderlyProvider<Provider extends ForeignProvider>(provider: Provider): Provider {
  const known = orderly.get(provider)
  if (known) return known as Provider // The only one made for it.
  const heard = new WeakMap<Handler, Handler>()
  const hear = (event: string, handler: Handler): Handler => {
    const own = heard.get(handler) ?? ((value: unknown) => handler(readEvent(event, value)))
    heard.set(handler, own)
    return own
  }
  const own: Record<string, unknown> = { request: (call: Call) => ask(provider, call) }
  for (const name of ['on', 'addListener', 'once', 'off', 'removeListener']) {
    const method: unknown = Reflect.get(provider, name)
    if (typeof method !== 'function') continue
    own[name] = (event: string, handler: Handler) => method.call(provider, event, hear(event, handler))
  }
  // Over an empty object: a proxy may not answer differently for a frozen one.
  const front: unknown = new Proxy(
    {},
    {
      get: (_, name) => {
        if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name]
        const value: unknown = Reflect.get(provider, name)
        return typeof value === 'function' ? value.bind(provider) : value
      },
      set: (_, name, value) => Reflect.set(provider, name, value),
      has: (_, name) => Reflect.has(provider, name),
    },
  )
  orderly.set(provider, front as Provider) // Every other field is the wallet's.
  return front as Provider
}

const orderly = new WeakMap<ForeignProvider, ForeignProvider>()

async function ask(provider: ForeignProvider, call: Call): Promise<unknown> {
  const { method } = call
  let answer: unknown
  try {
    answer = unwrap(await provider.request(call))
  } catch (thrown) {
    throw errorOf(method, thrown)
  }
  if (method === 'eth_chainId') return readChainId(answer)
  if (method === 'eth_accounts') return readAccounts(answer)
  if (method === 'eth_requestAccounts') {
    const accounts = readAccounts(answer)
    if (accounts.length === 0) throw new WalletError('NO_ACCOUNT', '', null)
    return accounts
  }
  const signing = readSigning(method, call.params)
  return signing ? standardSignature(answer, signing) : answer
}

/** Some wallets answer with the whole JSON-RPC message. */
function unwrap(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('jsonrpc' in answer)) return answer
  if ('error' in answer && answer.error) throw answer.error
  return 'result' in answer ? answer.result : null
}

const NOT_SUPPORTED = [4200, -32601, -32004]

function errorOf(method: string, thrown: unknown): WalletError {
  const error = walletErrorOf(thrown)
  const isUnknownMethod = error.code !== null && NOT_SUPPORTED.includes(error.code)
  if (method !== 'personal_sign' || !isUnknownMethod) return error
  return new WalletError('CANNOT_SIGN_MESSAGES', error.said, error.code, { cause: thrown })
}

function readEvent(event: string, value: unknown): unknown {
  if (event === 'accountsChanged') return readAccounts(value)
  return event === 'chainChanged' ? readChainId(value) : value
}
