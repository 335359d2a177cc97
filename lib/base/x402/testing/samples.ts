import { BASE_SEPOLIA, SOLANA_DEVNET } from '../networks'
import type { PaymentPayload, PaymentRequired, PaymentRequirements } from '../wire'

/** Well-formed protocol objects for tests; each test changes the one thing it is about. */
export const sampleRequirements: PaymentRequirements = {
  scheme: 'exact',
  network: BASE_SEPOLIA,
  amount: '10000',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x00000000000000000000000000000000000000aa',
  maxTimeoutSeconds: 60,
  extra: { name: 'USDC', version: '2' },
}

export const sampleUptoRequirements: PaymentRequirements = {
  ...sampleRequirements,
  scheme: 'upto',
  extra: { name: 'USDC', version: '2', facilitatorAddress: '0x00000000000000000000000000000000000000f1' },
}

export const sampleSolanaRequirements: PaymentRequirements = {
  scheme: 'exact',
  network: SOLANA_DEVNET,
  amount: '10000',
  asset: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  payTo: 'CKPKJWNdJEqa81x7CkZ14BVPiY6y16Sxs7owznqtWYp5',
  maxTimeoutSeconds: 60,
  extra: { feePayer: 'EwWqGE4ZFKLofuestmU4LDdK7XM1N4ALgdZccwYugwGd' },
}

export const samplePaymentRequired: PaymentRequired = {
  x402Version: 2,
  error: 'Payment required',
  resource: { url: 'https://shop.example/weather?city=Lisboa', description: 'Température à Lisbonne 🌡' },
  accepts: [sampleRequirements, sampleSolanaRequirements],
}

export const samplePayload: PaymentPayload = {
  x402Version: 2,
  resource: samplePaymentRequired.resource,
  accepted: sampleRequirements,
  payload: {
    signature: `0x${'1b'.repeat(65)}`,
    authorization: {
      from: '0x00000000000000000000000000000000000000bb',
      to: '0x00000000000000000000000000000000000000aa',
      value: '10000',
      validAfter: '0',
      validBefore: '1900000000',
      nonce: `0x${'ab'.repeat(32)}`,
    },
  },
}
