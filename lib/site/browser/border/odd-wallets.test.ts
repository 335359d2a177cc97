import { type Hex, hexToBytes, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createConfig, http, injected } from 'wagmi'
import { connect } from 'wagmi/actions'
import { baseSepolia } from 'wagmi/chains'
import { openEvmWallet } from '../evm/wagmi-config'
import { guardConnectors } from './orderly-provider'
import { readSolanaSignature } from './solana-answers'
import { findWalletError } from './wallet-error'

const account = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const typed = {
  domain: { name: 'USDC', version: '2', chainId: 84_532, verifyingContract: account.address },
  types: { Pay: [{ name: 'value', type: 'uint256' }] },
  primaryType: 'Pay',
  message: { value: 10_000n },
} as const

type Answers = Record<string, (params: unknown[]) => unknown>
type Call = { method: string; params?: unknown }

const signs = async (text: unknown): Promise<Hex> => {
  const { types, ...data } = JSON.parse(String(text))
  const { EIP712Domain: _domain, ...own } = types
  return account.signTypedData({ ...data, types: own })
}

const usual: Answers = {
  eth_chainId: () => '0x14a34',
  eth_accounts: () => [account.address],
  eth_requestAccounts: () => [account.address],
  wallet_requestPermissions: () => {
    throw { code: -32_601, message: 'no such method' }
  },
  eth_signTypedData_v4: ([, text]) => signs(text),
  personal_sign: ([message]) => account.signMessage({ message: { raw: message as Hex } }),
}

function walletThat(odd: Answers) {
  const answers = { ...usual, ...odd }
  const request = async ({ method, params }: Call): Promise<unknown> => answers[method]?.((params ?? []) as unknown[])
  return { request, on: () => {}, removeListener: () => {} }
}

const thrown = (error: unknown) => () => {
  throw error
}

/** Connects as the site does, through wagmi and behind the border. */
async function connectTo(odd: Answers, freeze = false) {
  vi.stubGlobal('window', { location: { origin: 'http://localhost:4021' } })
  const provider = freeze ? Object.freeze(walletThat(odd)) : walletThat(odd)
  // Its type of a provider has more than a wallet needs.
  const target = { id: 'odd', name: 'Odd', provider: provider as never }
  const config = createConfig({
    chains: [baseSepolia],
    connectors: [injected({ target })],
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: { [baseSepolia.id]: http('http://localhost:1') },
  })
  guardConnectors(config)
  const [connector] = config.connectors
  if (!connector) throw new Error('Expected a connector.')
  const { accounts, chainId } = await connect(config, { connector }).catch((error: unknown) => {
    throw findWalletError(error) ?? error
  })
  return openEvmWallet(config as never, { address: accounts[0], chainId, connector })
}

const pay = async (odd: Answers) =>
  (await connectTo(odd)).depositor?.signTypedData({ ...typed, message: { ...typed.message } })

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['an empty list, as when it is locked', () => []],
  ['nothing', () => null],
  ['what is no address', () => ['0x']],
  ['EIP-1193’s "unauthorised"', thrown({ code: 4100, message: 'Locked' })],
])('a wallet that gives no account is not connected, and says so: %s', async (_how, eth_requestAccounts) => {
  const connecting = connectTo({ eth_requestAccounts, eth_accounts: () => [] })
  await expect(connecting).rejects.toMatchObject({ fault: 'NO_ACCOUNT' })
})

describe('a wallet that gives its account in a form of its own', () => {
  it.each([
    ['without 0x', () => [account.address.slice(2)]],
    ['as text', () => account.address],
    ['in capitals', () => [account.address.toUpperCase()]],
    ['in a JSON-RPC message', () => ({ jsonrpc: '2.0', id: 1, result: [account.address] })],
  ])('is connected: %s', async (_how, eth_requestAccounts) => {
    expect((await connectTo({ eth_requestAccounts })).address).toBe(account.address)
  })

  it('is connected where its provider is frozen, and its chain is a number', async () => {
    const wallet = await connectTo({ eth_chainId: () => 84_532 }, true)
    expect([wallet.address, wallet.isOn('eip155:84532')]).toEqual([account.address, true])
  })
})

const withParts = (change: (signature: Hex) => unknown) => ({
  eth_signTypedData_v4: async ([, text]: unknown[]) => change(await signs(text)),
})
const raw = (signature: Hex) => `${signature.slice(0, -2)}0${Number(`0x${signature.slice(-2)}`) - 27}`
const higher = (signature: Hex) => {
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}`
}

describe('a wallet that signs in a form of its own', () => {
  it.each([
    ['recovery ids 0 and 1', raw],
    [
      '64 bytes by EIP-2098',
      (each: Hex) => serializeCompactSignature(signatureToCompactSignature(parseSignature(each))),
    ],
    ['no 0x', (each: Hex) => each.slice(2)],
    ['the higher s', higher],
    ['neither 0x nor 27', (each: Hex) => raw(each).slice(2)],
    ['a JSON-RPC message', (result: Hex) => ({ jsonrpc: '2.0', id: 1, result })],
  ])('pays with the standard form: %s', async (_how, change) => {
    expect(await pay(withParts(change))).toBe(await account.signTypedData(typed))
  })

  it.each([`0x${'00'.repeat(12)}${'ab'.repeat(20)}${'00'.repeat(32)}01`, `0x${'cd'.repeat(300)}`] as const)(
    'stays as it is where a contract reads it: %s',
    async (signature) => {
      expect(await pay({ eth_signTypedData_v4: () => signature })).toBe(signature)
    },
  )

  it.each([null, {}, '', '0x', 'signed'])('is refused where it is no signature: %j', async (answer) => {
    const error = await pay({ eth_signTypedData_v4: () => answer }).catch((each: unknown) => each)
    expect(findWalletError(error)?.fault).toBe('NO_SIGNATURE')
  })
})

it.each([
  [{ code: 4001, message: 'no' }, 'DECLINED', 'no'],
  ['User cancelled', 'DECLINED', 'User cancelled'],
  [{ code: 5000, message: 'Rejected.' }, 'DECLINED', 'Rejected.'],
  [new Error('Transaction declined by user'), 'DECLINED', 'Transaction declined by user'],
  [{ code: -32_002, message: 'Already pending' }, 'REQUEST_OPEN', 'Already pending'],
  [
    { code: -32_603, message: 'Internal JSON-RPC error.', data: { message: 'Blind signing\n is off' } },
    'REFUSED',
    'Blind signing is off',
  ],
  [undefined, 'REFUSED', ''],
])('a wallet that refuses gives its own reason: %o', async (error, fault, said) => {
  const caught = await pay({ eth_signTypedData_v4: thrown(error) }).catch((each: unknown) => each)
  expect(findWalletError(caught)).toMatchObject({ fault, said })
})

describe("a Solana wallet's signature", () => {
  const bytes = hexToBytes(`0x${'07'.repeat(64)}`)
  it.each([
    ['bytes', bytes],
    ['a list', [...bytes]],
    ['an object around it', { signature: bytes, publicKey: 'x' }],
    ['bytes that went through JSON', JSON.parse(JSON.stringify(bytes))],
    ['base58', '9hNtwFcH5fTrvxxpzaCwZh2kFB6PrUiMAPXCGpyCTYtnhYDKFaLuemLmyXHvRnBpF8ykzXk9Q6fJVjNSpKV7frt'],
  ])('is read as %s', (how, answer) => {
    if (how === 'base58') expect(readSolanaSignature(answer)).toHaveLength(64)
    else expect(readSolanaSignature(answer)).toEqual(bytes)
  })

  it.each([null, [], {}, '0OIl', new Uint8Array(63)])('is refused where it is none: %j', (answer) => {
    expect(() => readSolanaSignature(answer)).toThrow(expect.objectContaining({ fault: 'NO_SIGNATURE' }))
  })
})
