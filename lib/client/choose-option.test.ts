import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { chooseOption, describeOffers } from './choose-option'
import { createEvmWallet } from './evm-wallet'
import { createSvmWallet, keyPairMessageSigner } from './svm-wallet'

const evm = createEvmWallet({ account: privateKeyToAccount(`0x${'11'.repeat(32)}`) })
const signer = await svmDevnetSigner('buyer')
const svm = createSvmWallet({ signer, messageSigner: keyPairMessageSigner(signer) })

const onBase: PaymentRequirements = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '100000',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  maxTimeoutSeconds: 60,
  extra: {},
}
const onSolana: PaymentRequirements = {
  ...onBase,
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  asset: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  payTo: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4',
}
const limits = { wallets: [evm, svm], network: null, maxDollars: '$0.10' }

describe('chooseOption', () => {
  it("takes the seller's first option that a wallet can pay", () => {
    expect(chooseOption([onSolana, onBase], limits)).toMatchObject({ requirements: onSolana, wallet: svm })
    expect(chooseOption([onSolana, onBase], { ...limits, wallets: [evm] })).toMatchObject({ requirements: onBase })
  })

  it('takes an option that is paid after the answer before one that is paid first and costs no less', () => {
    const upfront = { ...onBase, extra: { paymentFlow: 'upfront' } }
    const chosen = (...accepts: PaymentRequirements[]) => chooseOption(accepts, limits)
    expect(chosen(upfront, onSolana)).toMatchObject({ requirements: onSolana })
    expect(chosen(upfront, { ...onSolana, amount: '99999' })).toMatchObject({ requirements: { amount: '99999' } })
    expect(chosen({ ...upfront, amount: '99999' }, onSolana)).toMatchObject({ requirements: { amount: '99999' } })
    expect(chosen(upfront)).toMatchObject({ requirements: upfront })
    expect(chosen({ ...onBase, extra: { paymentFlow: 'escrow' } }, onBase)).toMatchObject({ requirements: onBase })
  })

  it('pays before the answer only where that was agreed to', () => {
    const upfront = { ...onBase, extra: { paymentFlow: 'upfront' } }
    const { extra: _extra, ...agreed } = onBase
    expect(chooseOption([upfront], { ...limits, agreed })).toMatchObject({ kind: 'none', code: 'TERMS_CHANGED' })
    expect(chooseOption([upfront], { ...limits, agreed: { ...agreed, paysFirst: true } })).toMatchObject({
      requirements: upfront,
    })
  })

  it('takes the wanted network or family', () => {
    expect(chooseOption([onSolana, onBase], { ...limits, network: 'evm' })).toMatchObject({ requirements: onBase })
    expect(chooseOption([onBase, onSolana], { ...limits, network: onSolana.network })).toMatchObject({
      requirements: onSolana,
    })
  })

  it('pays exactly the maximum and not one unit more', () => {
    expect(chooseOption([onBase], limits)).toMatchObject({ kind: 'chosen', price: '0.10 USDC' })
    expect(chooseOption([{ ...onBase, amount: '100001' }], limits)).toEqual({
      kind: 'none',
      code: 'PRICE_ABOVE_MAXIMUM',
      message: 'The price is 0.100001 USDC; the most to pay is $0.10.',
    })
  })

  it('passes over a dear option for an affordable one', () => {
    expect(chooseOption([{ ...onSolana, amount: '9000000' }, onBase], limits)).toMatchObject({ requirements: onBase })
  })

  it.each([
    [
      'a network without a wallet',
      [{ ...onBase, network: 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe' }],
      'NO_OPTION_FITS',
    ],
    ['an unknown scheme', [{ ...onBase, scheme: 'barter' }], 'NO_OPTION_FITS'],
    ['a token of unknown worth', [{ ...onBase, asset: '0x0000000000000000000000000000000000000001' }], 'UNKNOWN_ASSET'],
    ['no payment at all', [], 'SIGN_IN_REFUSED'],
    [
      'a deposit that could be kept for more than two days',
      [{ ...onBase, scheme: 'batch-settlement', extra: { withdrawDelay: 172_801 } }],
      'DEPOSIT_HELD_TOO_LONG',
    ],
  ] as [string, PaymentRequirements[], string][])('refuses %s', (_name, accepts, code) => {
    expect(chooseOption(accepts, limits)).toMatchObject({ kind: 'none', code })
  })

  it('refuses a network that the wallet is not on', () => {
    const onMainnet = createEvmWallet({
      account: privateKeyToAccount(`0x${'11'.repeat(32)}`),
      networks: ['eip155:8453'],
    })
    expect(chooseOption([onBase], { ...limits, wallets: [onMainnet] })).toMatchObject({ code: 'NO_OPTION_FITS' })
  })
})

it('describeOffers names prices in words, and none for an unknown asset', () => {
  const unknown = { ...onBase, asset: '0x0000000000000000000000000000000000000001' }
  expect(describeOffers([onBase, unknown], [evm]).map(({ price }) => price)).toEqual(['0.10 USDC', null])
})

describe('agreed terms', () => {
  it('pays the one option that was agreed to', () => {
    expect(chooseOption([onBase, onSolana], { ...limits, agreed: onSolana })).toMatchObject({ requirements: onSolana })
  })

  it.each(['scheme', 'network', 'asset', 'amount', 'payTo'] as const)('pays nothing once its %s is another', (term) => {
    const agreed = { ...onBase, [term]: 'other' as `${string}:${string}` }
    expect(chooseOption([onBase], { ...limits, agreed })).toMatchObject({ kind: 'none', code: 'TERMS_CHANGED' })
  })
})
