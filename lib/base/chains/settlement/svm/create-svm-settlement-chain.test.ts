import {
  type AccountMeta,
  AccountRole,
  type Address,
  type Blockhash,
  generateKeyPairSigner,
  type Instruction,
} from '@solana/kit'
import { MEMO_PROGRAM_ADDRESS } from '@x402/svm'
import { describe, expect, it, vi } from 'vitest'
import { buildRequirements } from '@/lib/base/chains/build-requirements'
import { createChains } from '@/lib/base/chains/chains'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import type { SvmFeePayer } from '@/lib/base/chains/svm/svm-payment'
import type { SvmRpc } from '@/lib/base/chains/svm/svm-rpc'
import { signSvmPayment, supportedBy } from '@/lib/base/chains/testing/signed-payments'
import { createSvmSettlementChain } from './create-svm-settlement-chain'

const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const [payer, seller, gas, drained] = await Promise.all([1, 2, 3, 4].map(() => generateKeyPairSigner()))
if (!payer || !seller || !gas || !drained) throw new Error('Expected four signers.')
const wallets: SvmFeePayer[] = [gas, drained].map(({ address }) => ({
  address,
  sign() {
    throw new Error('Nothing is to be signed.')
  },
}))
const chains = createChains({ networks: { [network]: { rpcUrls: ['http://127.0.0.1:9'], confirmations: 1 } } })
const chain = createSvmSettlementChain({
  ...{ network, assets: [], chains, wallets, findAuthorization: chains.findAuthorization },
  schemes: { kinds: [], verify: () => Promise.reject(new Error('Nothing is to be verified.')) },
})
const requirements = buildRequirements({
  ...{ scheme: 'exact', network, price: '$0.10', maxTimeoutSeconds: 60, payTo: seller.address },
  supported: supportedBy({ svm: gas.address }),
})

const checkWithMemo = async (...accounts: AccountMeta[]) => {
  const programAddress = MEMO_PROGRAM_ADDRESS as Address // A well-known program.
  const memo = { programAddress, accounts, data: Uint8Array.of(65) }
  const payload = await signSvmPayment(payer, requirements, { instructionsAfter: [memo] })
  return chain.check(readSignedPayment(payload, requirements))
}

it('takes a memo that names nobody, or the payer', async () => {
  expect(await checkWithMemo()).toBeNull()
  expect(await checkWithMemo({ address: payer.address, role: AccountRole.READONLY_SIGNER })).toBeNull()
})

it.each([
  ['the fee payer', gas.address, AccountRole.WRITABLE_SIGNER],
  ['the fee payer as one that is only read', gas.address, AccountRole.READONLY],
  ['another wallet of ours', drained.address, AccountRole.WRITABLE],
])('refuses an instruction that names %s', async (_, address, role) => {
  expect(await checkWithMemo({ address, role })).toMatchObject({
    isRefused: true,
    reason: 'invalid_exact_svm_payload_transaction_fee_payer_transferring_funds',
  })
})

describe('many settlements at once', () => {
  const asked = { statuses: 0, heights: 0 }
  let knowsBlock = true
  const rpc = {
    getSignatureStatuses: (signatures: string[]) => ({
      send: async () => {
        asked.statuses += 1
        return { value: signatures.map(() => null) }
      },
    }),
    isBlockhashValid: () => ({ send: async () => ({ context: { slot: 1n }, value: knowsBlock }) }),
    getBlockHeight: () => ({
      send: async () => {
        asked.heights += 1
        return 100n
      },
    }),
  } as unknown as SvmRpc // What settling asks for.
  const busy = createSvmSettlementChain({
    ...{ network, assets: [], chains: { ...chains, svmRpc: () => rpc, svmNodes: () => [rpc] } },
    ...{ findAuthorization: chains.findAuthorization },
    wallets: wallets.map((wallet) => ({ ...wallet, sign: () => ({ signature: 'hash', transaction: 'raw' }) })),
    schemes: { kinds: [], verify: () => Promise.reject(new Error('Nothing is to be verified.')) },
  })
  const pay = async (options: { blockhash?: Blockhash } = {}) =>
    readSignedPayment(await signSvmPayment(payer, requirements, options), requirements)
  const sign = async (options: { blockhash?: Blockhash } = {}) => {
    const prepared = await busy.prepare(await pay(options), 100_000n)
    if (prepared.isRefused) throw new Error(prepared.reason)
    return busy.sign([prepared], { wallet: gas.address, nonce: null })
  }

  it('are looked for together, in one call', async () => {
    const sent = { wallet: gas.address, nonce: null, raw: '', lastValidHeight: null }
    const look = async (hash: string) => {
      await busy.untilNextBlock?.()
      return busy.readTransaction({ ...sent, hashes: [hash] }, [])
    }
    const truths = await Promise.all(Array.from({ length: 200 }, (_, index) => look(`hash ${index}`)))
    expect(new Set(truths.map(({ state }) => state))).toEqual(new Set(['missing']))
    expect(asked.statuses).toBe(1)
  })

  it('are signed with one reading of their blockhash, which begins with the first assessment', async () => {
    await busy.assess([{ payment: await pay(), inFlight: [] }])
    await vi.waitFor(() => expect(asked.heights).toBe(1))
    const signed = [await sign(), await sign()]
    expect(signed.map(({ lastValidHeight }) => lastValidHeight)).toEqual([250n, 250n])
    expect(asked.heights).toBe(1)
  })

  it('are signed where the node does not know their blockhash: no later one lands under it', async () => {
    knowsBlock = false
    const blockhash = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn' as Blockhash // Any other.
    expect(await sign({ blockhash })).toMatchObject({ lastValidHeight: 250n })
  })
})

describe('the verdict on a payment', () => {
  let err: object | null = { InstructionError: [2n, { Custom: 1n }] }
  const rpc = {
    getMultipleAccounts: () => ({ send: async () => ({ context: { slot: 1n }, value: [null] }) }),
    simulateTransaction: () => ({ send: async () => ({ value: { err } }) }),
  } as unknown as SvmRpc // The only readings.
  const strict = createSvmSettlementChain({
    ...{ network, assets: [], chains: { ...chains, svmRpc: () => rpc }, wallets },
    findAuthorization: chains.findAuthorization,
    schemes: { kinds: [], verify: async () => ({ isValid: false, invalidReason: 'judged by the SDK' }) },
  })
  const assess = async (instructionsAfter: Instruction[] = []) => {
    const payload = await signSvmPayment(payer, requirements, { instructionsAfter })
    return strict.assess([{ payment: readSignedPayment(payload, requirements), inFlight: [] }])
  }

  it('tells why the simulation failed, also for a payer without an account', async () => {
    const reason = 'invalid_exact_svm_transaction_simulation_failed'
    const message = 'Simulation failed: {"InstructionError":["2",{"Custom":"1"}]}'
    expect(await assess()).toEqual([{ isValid: false, reason, message }])
    err = null
    expect(await assess()).toMatchObject([{ isValid: false, reason: 'unexpected_verify_error' }])
  })

  it('is the SDK’s where it is no plain transfer', async () => {
    const unknown = { programAddress: seller.address, data: Uint8Array.of(1) }
    expect(await assess([unknown])).toMatchObject([{ isValid: false, reason: 'judged by the SDK' }])
  })
})
