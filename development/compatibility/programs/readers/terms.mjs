import { decodePaymentRequiredHeader } from '@x402/core/http'
import { parsePaymentRequired } from '@x402/core/schemas'
import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import { endWithFaults, jsonAt } from '../reading.mjs'

/** Every address of /.well-known/x402: its terms by the SDK's schema, its declaration by the SDK's validator. */
const resources = (await jsonAt('/.well-known/x402')).resources.filter((resource) => resource.startsWith('http'))
const faults = []
for (const resource of resources) {
  const url = resource.replace(':userId', '1')
  const asked = await fetch(url)
  const answer = asked.status === 405 ? await fetch(url, { method: 'POST' }) : asked
  const header = answer.headers.get('payment-required')
  if (!header) {
    faults.push(`${url} answers ${answer.status} without terms`)
    continue
  }
  const read = parsePaymentRequired(decodePaymentRequiredHeader(header))
  if (!read.success) faults.push(`${url}: ${read.error.message}`)
  const declared = read.data?.extensions?.bazaar
  const valid = declared === undefined ? { valid: true } : validateDiscoveryExtension(declared)
  if (!valid.valid) faults.push(`${url}: ${valid.errors}`)
}
if (resources.length < 10) faults.push(`only ${resources.length} addresses`)
endWithFaults(faults)
