import {
  type EIP712SignedOffer,
  type EIP712SignedReceipt,
  OFFER_RECEIPT,
  type SignTypedDataFn,
  signOfferEIP712,
  signReceiptEIP712,
} from '@x402/extensions/offer-receipt'
import type { PaymentRequirements } from './wire'

export const OFFER_RECEIPT_EXTENSION = OFFER_RECEIPT

/** Signs typed data with the server's key; viem's accounts have it as `signTypedData`. */
export type SignTypedData = SignTypedDataFn

const EXTENSION_VERSION = 1

export type OffersInput = {
  resourceUrl: string
  accepts: readonly PaymentRequirements[]
  /** An offer's longest validity; each option's own `maxTimeoutSeconds` when omitted. */
  validitySeconds?: number
  now: Date
  sign: SignTypedData
}

/** Signs an offer for each option of a challenge, as the extension that the challenge carries. */
export async function buildOffers({ resourceUrl, accepts, validitySeconds, now, sign }: OffersInput) {
  const offers = await Promise.all(
    accepts.map(async (option, acceptIndex): Promise<EIP712SignedOffer> => {
      const { scheme, network, asset, payTo, amount, maxTimeoutSeconds } = option
      const validUntil = toUnixSeconds(now) + (validitySeconds ?? maxTimeoutSeconds)
      const payload = { version: EXTENSION_VERSION, resourceUrl, scheme, network, asset, payTo, amount, validUntil }
      return { format: 'eip712', acceptIndex, payload, signature: await signOfferEIP712(payload, sign) }
    }),
  )
  return { info: { offers }, schema: offerSchema }
}

export type ReceiptInput = {
  resourceUrl: string
  payer: string
  network: string
  /** Omitted unless the route asks for it: a receipt with it tells every reader which payment it was. */
  transaction?: string
  now: Date
  sign: SignTypedData
}

export async function buildReceipt({ resourceUrl, payer, network, transaction = '', now, sign }: ReceiptInput) {
  const payload = { version: EXTENSION_VERSION, network, resourceUrl, payer, issuedAt: toUnixSeconds(now), transaction }
  const receipt: EIP712SignedReceipt = { format: 'eip712', payload, signature: await signReceiptEIP712(payload, sign) }
  return { info: { receipt }, schema: receiptSchema }
}

const toUnixSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

const textFields = (names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]))

/** The schemas of the SDK, which does not export them. */
const offerSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    offers: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          format: { type: 'string' },
          acceptIndex: { type: 'integer' },
          payload: {
            type: 'object',
            properties: {
              version: { type: 'integer' },
              ...textFields(['resourceUrl', 'scheme', 'network', 'asset', 'payTo', 'amount']),
              validUntil: { type: 'integer' },
            },
            required: ['version', 'resourceUrl', 'scheme', 'network', 'asset', 'payTo', 'amount'],
          },
          signature: { type: 'string' },
        },
        required: ['format', 'signature'],
      },
    },
  },
  required: ['offers'],
}

const receiptSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    receipt: {
      type: 'object',
      properties: {
        format: { type: 'string' },
        payload: {
          type: 'object',
          properties: {
            version: { type: 'integer' },
            ...textFields(['network', 'resourceUrl', 'payer']),
            issuedAt: { type: 'integer' },
            transaction: { type: 'string' },
          },
          required: ['version', 'network', 'resourceUrl', 'payer', 'issuedAt'],
        },
        signature: { type: 'string' },
      },
      required: ['format', 'signature'],
    },
  },
  required: ['receipt'],
}
