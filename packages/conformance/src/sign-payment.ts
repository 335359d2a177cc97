import { matchesNetworkPattern } from '@/lib/base/x402/networks'
import type { PayerWallet } from '@/lib/client/wallet'
import type { Subject } from './subject'
import type { ChallengeTerms, Option } from './terms'

export type Payment = { x402Version: 2; accepted: Option } & Record<string, unknown>

/** The first option that the wallet can pay by one of these schemes; null where there is none. */
export function findPayable(terms: ChallengeTerms, wallet: PayerWallet, scheme: string): Option | null {
  return terms.accepts.find((option) => option.scheme === scheme && schemeFor(option, wallet) !== null) ?? null
}

/** Has a wallet sign a payment for an option, without sending it. */
export async function signPayment(terms: ChallengeTerms, option: Option, wallet: PayerWallet): Promise<Payment> {
  const scheme = schemeFor(option, wallet)
  if (!scheme) throw new Error(`The wallet cannot pay ${option.scheme} on ${option.network}.`)
  // The SDK's type of the same wire, which brands the network.
  const signed = await scheme.createPaymentPayload(
    2,
    option as unknown as Parameters<typeof scheme.createPaymentPayload>[1],
  )
  const { resource, extensions } = terms
  return { ...signed, x402Version: 2, resource, accepted: option, ...(extensions ? { extensions } : {}) }
}

/** A payment of a wallet without money; null where no exact option on EVM is offered. */
export async function signByStranger({
  terms,
  stranger,
}: Pick<Subject, 'terms' | 'stranger'>): Promise<Payment | null> {
  const option = terms && findPayable(terms, stranger, 'exact')
  return terms && option ? signPayment(terms, option, stranger) : null
}

const schemeFor = ({ scheme, network }: Option, { schemes }: PayerWallet) =>
  schemes.find(({ network: pattern, client }) => client.scheme === scheme && matchesNetworkPattern(network, pattern))
    ?.client ?? null
