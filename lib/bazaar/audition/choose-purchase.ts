import { buildCall, sampleValues } from '@/lib/base/x402/build-call'
import { declaredInput } from '@/lib/base/x402/declared-input'
import { recordOf } from '@/lib/base/x402/header-codec'
import { findSchemaViolation } from '@/lib/base/x402/json-schema'
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
 * Chooses the request and the option of a purchase: the declared sample of a tool, or of a method without effects, by the
 * cheapest listed option within the cap that a wallet can pay. Metered options count with their maximum.
 * @param address of the tool's server, or where the resource has proven itself
 */
export function choosePurchase(
  entry: Entry,
  address: string | null,
  { caps, payerOn }: Pick<PursePort, 'caps' | 'payerOn'>,
): Choice | Problem {
  const method = entry.method ?? 'GET'
  // A POST may send, book or delete something; RFC 9110 calls these two safe. A tool's server is asked about its tool.
  const isSafe = method === 'GET' || method === 'HEAD'
  if (entry.type !== 'mcp' && !isSafe) return { problem: 'method_has_effects' }
  const request = isSafe && entry.type !== 'mcp' ? toRequest(entry, method, address) : toToolCall(entry, address)
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

/** The declared example; what it lacks of the required arguments is taken from the schema's own words. */
function toToolCall(
  { toolName, resource, input: { example, inputSchema } }: Entry,
  address: string | null,
): Purchase['request'] | null {
  const url = address ?? resource
  if (toolName === null || !/^https?:/.test(url)) return null
  const { properties, required } = recordOf(inputSchema)
  const presets = [required].flat().flatMap((name) => {
    const { const: fixed, default: preset, examples, enum: choices } = recordOf(recordOf(properties)[String(name)])
    const [value] = [fixed, preset, [examples].flat()[0], [choices].flat()[0]].filter((one) => one !== undefined)
    return value === undefined ? [] : [[String(name), value]]
  })
  const input = { ...Object.fromEntries(presets), ...recordOf(example) }
  return findSchemaViolation(inputSchema, input) === null ? { url, toolName, input } : null
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
