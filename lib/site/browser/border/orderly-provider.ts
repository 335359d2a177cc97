import { type Address, type Hex, hashMessage, hashTypedData, isAddress, isHex, recoverAddress } from 'viem'
import type { Config, Connector } from 'wagmi'
import { watchConnectors } from 'wagmi/actions'
import { WalletError, walletErrorOf } from './wallet-error'

type WalletCall = { method: string; params?: unknown }
type ProviderListener = (value: unknown) => void
/** A wallet of somebody else: whatever it answers is read before use. */
type ForeignProvider = { request: (call: WalletCall) => Promise<unknown> }

/**
 * A wallet that answers by EIP-1193 to the letter, in front of one that may not: accounts and signatures in their
 * standard form, each error a `WalletError`. A wallet without an account fails with `NO_ACCOUNT` where it is asked to
 * connect. Everything else is passed on.
 */
function orderlyProvider<Provider extends ForeignProvider>(provider: Provider): Provider {
  const known = orderly.get(provider)
  if (known) return known as Provider // The only one made for it.
  const heard = new WeakMap<ProviderListener, ProviderListener>()
  const hear = (event: string, handler: ProviderListener): ProviderListener => {
    const own = heard.get(handler) ?? ((value: unknown) => handler(readEvent(event, value)))
    heard.set(handler, own)
    return own
  }
  const own: Record<string, unknown> = { request: (call: WalletCall) => ask(provider, call) }
  for (const name of ['on', 'addListener', 'once', 'off', 'removeListener']) {
    const method: unknown = Reflect.get(provider, name)
    if (typeof method !== 'function') continue
    own[name] = (event: string, handler: ProviderListener) => method.call(provider, event, hear(event, handler))
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

async function ask(provider: ForeignProvider, call: WalletCall): Promise<unknown> {
  const { method } = call
  let answer: unknown
  try {
    answer = unwrap(await provider.request(call))
  } catch (thrown) {
    throw errorOf(method, thrown)
  }
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

const readEvent = (event: string, value: unknown): unknown =>
  event === 'accountsChanged' ? readAccounts(value) : value

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

/** The accounts in a wallet's answer, with the `0x` that some leave out; a locked wallet may answer with none. */
function readAccounts(answer: unknown): Address[] {
  const list: unknown[] = Array.isArray(answer) ? answer : [answer]
  return list.flatMap((each) => {
    // The checksum of a wrongly cased address says nothing about which account it is.
    const address = withPrefix(each)?.toLowerCase()
    return address !== undefined && isAddress(address) ? [address] : []
  })
}

/** The thing to be signed, and the account; null for a request that signs nothing. */
function readSigning(method: string, params: unknown): { digest: Hex; account: string } | null {
  const [first, second] = Array.isArray(params) ? params : []
  if (method === 'personal_sign' && isHex(first)) {
    return { digest: hashMessage({ raw: first }), account: String(second) }
  }
  if (method === 'eth_signTypedData_v4' && typeof second === 'string') {
    return { digest: hashTypedData(JSON.parse(second)), account: String(first) }
  }
  return null
}

/**
 * A signature as contracts and servers take it: 65 bytes r, s, v, the lower of both s, and v 27 or 28.
 * Wallets on other signers answer with 0 or 1, with the 64 bytes of EIP-2098, with the higher s, or without `0x`. Only
 * a form that recovers to the account replaces the answer: a contract's wallet signs in bytes of its own.
 * Fails with `NO_SIGNATURE` for anything but bytes.
 */
async function standardSignature(answer: unknown, { digest, account }: { digest: Hex; account: string }): Promise<Hex> {
  const signature = withPrefix(answer)
  if (signature === null || signature.length < 4) throw new WalletError('NO_SIGNATURE', '', null)
  const isCompact = signature.length === 2 + 128
  if (!isCompact && signature.length !== 2 + 130) return signature
  const r = signature.slice(2, 66)
  const last = BigInt(`0x${signature.slice(66, 130)}`)
  const s = isCompact ? last & LOW_255_BITS : last
  const lower = (s > ORDER / 2n ? ORDER - s : s).toString(16).padStart(64, '0')
  for (const v of ['1b', '1c']) {
    const form: Hex = `0x${r}${lower}${v}`
    const signer = await recoverAddress({ hash: digest, signature: form }).catch(() => null)
    if (signer?.toLowerCase() === account.toLowerCase()) return form
  }
  return signature
}

const LOW_255_BITS = (1n << 255n) - 1n
/** The order of secp256k1's group. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function withPrefix(value: unknown): Hex | null {
  if (typeof value !== 'string') return null
  const text = /^0x/i.test(value) ? `0x${value.slice(2)}` : `0x${value}`
  return isHex(text, { strict: true }) && text.length % 2 === 0 ? text : null
}
