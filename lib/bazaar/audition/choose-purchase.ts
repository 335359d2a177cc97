import { buildCall, sampleValues } from '@/lib/base/x402/build-call'
import { declaredInput } from '@/lib/base/x402/declared-input'
import { inputSchemasOf } from '../browse/input-schemas'
import { microDollars } from '../entry/assets'
import type { Entry, EntryOption } from '../entry/entry'
import { isBurnAddress } from '../entry/pay-to-identity'
import type { Purchase, PursePort } from '../ports'

/** A purchase of an entry that may be made, its price, and the wallet that pays. */
export type Choice = Pick<Purchase, 'request' | 'terms'> & { micros: bigint; payer: string }

/** Why an entry is not bought: a stable code. */
export type Problem = { problem: string }

const SCHEMES = ['exact', 'upto']

/**
 * Chooses the request and the option of a purchase: the declared sample of a method without effects, by the cheapest
 * listed option within the cap that a wallet can pay. Metered options count with their maximum.
 */
export function choosePurchase(
  entry: Entry,
  probeUrl: string | null,
  { caps, payerOn }: Pick<PursePort, 'caps' | 'payerOn'>,
): Choice | Problem {
  const method = entry.method ?? 'GET'
  // A tool or a POST may send, book or delete something; RFC 9110 calls these two safe.
  if (entry.type !== 'http' || (method !== 'GET' && method !== 'HEAD')) return { problem: 'method_has_effects' }
  const request = toRequest(entry, method, probeUrl)
  if (request === null) return { problem: 'input_needed' }
  const payable = entry.options.flatMap((option) => toPayable(option, payerOn))
  const [cheapest] = payable.toSorted((a, b) => Number(a.micros - b.micros))
  if (!cheapest) return { problem: 'no_payable_option' }
  if (cheapest.micros > caps.call) return { problem: 'above_call_cap' }
  return { request, ...cheapest }
}

function toRequest(entry: Entry, method: 'GET' | 'HEAD', probeUrl: string | null): Purchase['request'] | null {
  const target = { resource: entry.resource, method }
  const declared = declaredInput({ ...target, input: entry.input, schemas: inputSchemasOf(entry) })
  const built = buildCall({ ...target, declared }, sampleValues(declared))
  if (built.ok) return { url: built.call.url, method, headers: built.call.headers }
  // A template's own sample is the address at which it has proven itself.
  const isLacking = declared.parameters.some(
    ({ place, isRequired, sample }) => place !== 'path' && isRequired && !sample,
  )
  return probeUrl === null || isLacking ? null : { url: probeUrl, method, headers: {} }
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function toPayable(
  { scheme, network, asset, payTo, amountAtomic }: EntryOption,
  payerOn: PursePort['payerOn'],
): Pick<Choice, 'terms' | 'micros' | 'payer'>[] {
  const micros = microDollars(network, asset, amountAtomic)
  const payer = payerOn(network)
  const isPayable = SCHEMES.includes(scheme) && payTo !== '' && !isBurnAddress(payTo)
  if (!isPayable || amountAtomic === null || micros === null || payer === null || isSame(payer, payTo)) return []
  return [{ terms: { scheme, network, asset, payTo, amountAtomic }, micros: micros > 0n ? micros : 1n, payer }]
}
